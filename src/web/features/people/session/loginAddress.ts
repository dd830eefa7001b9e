/** URL of the sign-in page, with its reason and the return path. */
export const loginAddress = (returnTo: string): string =>
  `/login?${new URLSearchParams({ error: "SessionRequired", callbackUrl: returnTo })}`;
