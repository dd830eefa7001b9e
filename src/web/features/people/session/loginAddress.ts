/** Where somebody is sent who must sign in first: with the marker of why, and the way back. */
export const loginAddress = (returnTo: string): string =>
  `/login?${new URLSearchParams({ error: "SessionRequired", callbackUrl: returnTo })}`;
