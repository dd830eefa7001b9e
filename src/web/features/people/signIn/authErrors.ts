import { SIGN_UP_LIMITED } from "#domain/people";

/** Explains each error name of the sign-in library to users, and how to continue. */
export interface AuthErrorExplanation {
  title: string;
  explanation: string;
  /** `retry`: sign in again. `operator`: only the operator of the site can fix it. */
  wayOn: "retry" | "operator";
}

const operator = (title: string, cause: string): AuthErrorExplanation => ({
  title,
  explanation: `${cause} This is not a problem with your account. The site administrator needs to fix it; public pages still work.`,
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
    "Something went wrong while signing you in. Please try again in a moment.",
  ),
  OAuthCallbackError: retry(
    "The other service did not confirm your sign-in",
    "Sign-in with the other service was cancelled or refused. You can sign in with an emailed code instead.",
  ),
  AccountNotLinked: retry(
    "This email uses another sign-in method",
    "An account with this email address already exists with another sign-in method. Sign in with a code sent to that address.",
  ),
  MissingAPIRoute: operator("Sign-in is unavailable", "The sign-in service is missing."),
  MissingSecret: operator("Sign-in is not set up", "The sign-in secret is not configured."),
  MissingAuthorize: operator("Sign-in is not set up", "This sign-in method has no credential check."),
  MissingAdapter: operator("Sign-in is not set up", "No account database is configured."),
  MissingAdapterMethods: operator(
    "Sign-in is not set up",
    "The account database does not support email sign-in.",
  ),
  UnsupportedStrategy: operator(
    "Sign-in is not set up",
    "The configured session type does not support this sign-in method.",
  ),
  InvalidCallbackUrl: retry(
    "The return address is not allowed",
    "The link you followed returns to an address outside this site. Sign in here and continue from this site.",
  ),
  Verification: retry(
    "The code is no longer valid",
    "A code can be used once within 10 minutes and stops working after several failed attempts. Request a new one; only the latest email counts.",
  ),
  AccessDenied: retry(
    "You cannot sign in with this account",
    "Access was denied. If you think this is a mistake, contact your organization's administrator.",
  ),
  [SIGN_UP_LIMITED]: retry(
    "This address cannot create an account",
    "New accounts require an invitation or an address at an approved email domain. Use another address, or contact the site administrator for an invitation.",
  ),
  Configuration: operator("Sign-in is unavailable", "The sign-in configuration is invalid."),
  Unavailable: retry(
    "Sign-in is temporarily unavailable",
    "The account database is not responding. This is not a problem with your account; try again in a few minutes.",
  ),
  RateLimited: retry(
    "Too many attempts",
    "There have been too many attempts from your network or for this address. Wait a few minutes, then request a new code.",
  ),
  SessionRequired: retry(
    "Sign in to see this page",
    "That page requires an account. You will return to it after signing in.",
  ),
  EmailSignin: retry("The email could not be sent", "Check the address and try again in a moment."),
};

/** Spellings of the same names in other versions of the library. */
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

/** @param name value of `error` in the URL; unknown names are explained as an unknown error */
export function explainAuthError(name: string | null | undefined): AuthErrorExplanation {
  const given = name ?? "";
  const candidates = [given, given.replace(/Error$/, "")];
  for (const candidate of candidates) {
    const known = Object.hasOwn(aliases, candidate) ? (aliases[candidate] ?? candidate) : candidate;
    if (Object.hasOwn(explanations, known)) return explanations[known] as AuthErrorExplanation;
  }
  return explanations.UnknownError as AuthErrorExplanation;
}
