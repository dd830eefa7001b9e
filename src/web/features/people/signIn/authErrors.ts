/** What each error name of the sign-in library means for a person, and which way leads on. */
export interface AuthErrorExplanation {
  title: string;
  explanation: string;
  /** `retry`: sign in again. `operator`: only whoever runs the site can mend it. */
  wayOn: "retry" | "operator";
}

const operator = (title: string, cause: string): AuthErrorExplanation => ({
  title,
  explanation: `${cause} Nothing is wrong with your account or address. The operator of this site has to set this right; the pages that need no account keep working.`,
  wayOn: "operator",
});

const retry = (title: string, explanation: string): AuthErrorExplanation => ({
  title,
  explanation,
  wayOn: "retry",
});

const explanations: Readonly<Record<string, AuthErrorExplanation>> = {
  UnknownError: retry(
    "Sign-in failed",
    "Something unexpected happened while signing you in. Please try again in a moment.",
  ),
  OAuthCallbackError: retry(
    "The other service did not confirm your sign-in",
    "Sign-in through another service was cancelled or refused there. You can sign in with a code by email instead.",
  ),
  AccountNotLinked: retry(
    "This address signs in another way",
    "An account with your email address exists, but it was opened another way. Sign in with a code sent to that address.",
  ),
  MissingAPIRoute: operator(
    "Sign-in is not reachable",
    "The part of this site that answers sign-in is missing.",
  ),
  MissingSecret: operator("Sign-in is not set up", "This site has no secret to protect sign-in with."),
  MissingAuthorize: operator(
    "Sign-in is not set up",
    "This way to sign in has no handler that checks what you entered.",
  ),
  MissingAdapter: operator("Sign-in is not set up", "This site has no store to keep accounts in."),
  MissingAdapterMethods: operator(
    "Sign-in is not set up",
    "The store of accounts of this site cannot do what sign-in by email needs.",
  ),
  UnsupportedStrategy: operator(
    "Sign-in is not set up",
    "This site is set to a kind of session that this way to sign in cannot use.",
  ),
  InvalidCallbackUrl: retry(
    "The address to return to is not allowed",
    "The link that brought you here asks to go to an address outside this site after signing in. Sign in here, and start from the pages of this site.",
  ),
  Verification: retry(
    "The code is no longer valid",
    "A code works once, for 10 minutes, and not after several wrong tries. Ask for a new one; only the newest mail counts.",
  ),
  AccessDenied: retry(
    "You may not sign in with this account",
    "Access was refused. If you think that is wrong, ask the administrator of your organization.",
  ),
  Configuration: operator("Sign-in is not available", "Sign-in cannot work as this site is set up now."),
  Unavailable: retry(
    "Sign-in is not available right now",
    "The store of accounts does not answer. Nothing is wrong with your account; try again in a few minutes.",
  ),
  RateLimited: retry(
    "Too many tries",
    "There were many tries from your network or for this address. Wait a few minutes, then ask for a new code.",
  ),
  SessionRequired: retry(
    "Sign in to see this page",
    "That page belongs to an account. Sign in and you will return to it.",
  ),
  EmailSignin: retry(
    "The email could not be sent",
    "Check that the address is right, and try again in a moment.",
  ),
};

/** Other spellings of the same names in versions of the library. */
const aliases: Readonly<Record<string, string>> = {
  Default: "UnknownError",
  Unknown: "UnknownError",
  OAuthCallback: "OAuthCallbackError",
  OAuthSignin: "OAuthCallbackError",
  OAuthSignInError: "OAuthCallbackError",
  OAuthCreateAccount: "OAuthCallbackError",
  OAuthAccountNotLinked: "AccountNotLinked",
  MissingAPIRouteError: "MissingAPIRoute",
  InvalidCallbackURL: "InvalidCallbackUrl",
  EmailSignIn: "EmailSignin",
  EmailSignInError: "EmailSignin",
  MissingCSRF: "UnknownError",
};

/** @param name value of `error` in the address; unknown names are explained as an unknown error */
export function explainAuthError(name: string | null | undefined): AuthErrorExplanation {
  const given = name ?? "";
  const candidates = [given, given.replace(/Error$/, "")];
  for (const candidate of candidates) {
    const known = Object.hasOwn(aliases, candidate) ? (aliases[candidate] ?? candidate) : candidate;
    if (Object.hasOwn(explanations, known)) return explanations[known] as AuthErrorExplanation;
  }
  return explanations.UnknownError as AuthErrorExplanation;
}
