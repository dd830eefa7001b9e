import { SIGN_UP_LIMITED } from "#domain";
import { explainAuthError } from "./authErrors";
import { signInMessages } from "./signInMessages";

/**
 * Error message for the response to a code; null if it opened a session.
 *
 * @param response null if there was none
 */
export function verificationProblem(response: Pick<Response, "ok" | "status" | "url"> | null): string | null {
  if (response === null) return signInMessages.verifyFailed;
  if (!response.ok) return signInMessages.codeRefused;
  if (response.status !== 200) return signInMessages.verifyFailed;
  if (response.url.includes(`error=${SIGN_UP_LIMITED}`)) return explainAuthError(SIGN_UP_LIMITED).explanation;
  if (response.url.includes("/auth/error")) return signInMessages.codeWrong;
  return null;
}
