import { useState } from "react";
import { plainEmail, SIGN_UP_LIMITED } from "#domain/people";
import { showToast } from "../../../ui/toasts/toast";
import { useTrack } from "../integrations/useTrack";
import { getSession, reportToServer, requestSignInCode, sendSignInCode } from "../session/sessionClient";
import { readSessionItem, writeSessionItem } from "../session/sessionItem";
import { SIGN_IN_EMAIL_KEY } from "../session/storageKeys";
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

export interface SignIn {
  step: "email" | "code";
  email: string;
  /** A request is in flight. */
  isBusy: boolean;
  setEmail: (email: string) => void;
  /** Suggests an address. Does not replace a typed one. */
  fillEmail: (email: string) => void;
  /** Requests a code for an address, and continues with the code step. */
  sendCode: () => Promise<void>;
  /** Returns to the email step. */
  changeEmail: () => void;
  /** Submits a code. @returns the error message; null if it opened a session */
  verify: (code: string) => Promise<string | null>;
}

export interface UseSignInOptions {
  /** Redirect path after sign-in. */
  callbackUrl: string;
  onVerified: () => void;
  /** Starts with the code step, for the address of this tab's latest code. */
  startAtCode?: boolean;
}

const danger = (message: string) => showToast({ message, variant: "danger", id: "sign-in" });

/** State of the two steps of signing in by email, without layout. */
export function useSignIn({ callbackUrl, onVerified, startAtCode = false }: UseSignInOptions): SignIn {
  const track = useTrack();
  const [step, setStep] = useState<SignIn["step"]>(startAtCode ? "code" : "email");
  const [email, setEmail] = useState("");
  const [isBusy, setBusy] = useState(false);

  const sendCode = async () => {
    setBusy(true);
    try {
      const answer = await requestSignInCode({ email, callbackUrl });
      if (answer === undefined) {
        track("Sign-in response undefined");
      } else if (!answer.ok || answer.status !== 200) {
        track("Sign-in email failed", { status: answer.status, error: answer.error });
        danger(signInMessages.sendFailed);
      } else {
        track("Sign-in email sent");
        writeSessionItem(SIGN_IN_EMAIL_KEY, email.trim().toLowerCase());
        setStep("code");
      }
    } catch (error) {
      reportToServer("SIGNIN_EMAIL_ERROR", error);
      danger(signInMessages.sendFailed);
    } finally {
      setBusy(false);
    }
  };

  const verify = async (code: string) => {
    setBusy(true);
    const response = await sendSignInCode({ email, code, callbackUrl }).catch((error: unknown) => {
      reportToServer("CALLBACK_EMAIL_ERROR", error);
      return null;
    });
    const problem =
      response !== null && (await openedSession(response, email)) ? null : verificationProblem(response);
    track(problem === null ? "Sign-in verified" : "Sign-in verification failed", {
      status: response?.status ?? null,
    });
    if (problem === null) {
      writeSessionItem(SIGN_IN_EMAIL_KEY, null);
      onVerified();
      return null; // stays busy: the browser is leaving the page
    }
    danger(problem);
    setBusy(false);
    return problem;
  };

  return {
    step,
    email,
    isBusy,
    setEmail,
    fillEmail: (suggested) => setEmail((typed) => (typed === "" ? suggested : typed)),
    sendCode,
    verify,
    changeEmail: () => setStep("email"),
  };
}

/**
 * True if a code opened a session although the page after it does not respond with 200, for example because
 * the plan does not include it or it does not exist. The code is used up then and cannot be entered again.
 */
async function openedSession(response: Response, email: string): Promise<boolean> {
  if (verificationProblem(response) === null || !response.redirected) return false;
  if (response.url.includes("/auth/error")) return false;
  const session = await getSession().catch(() => null);
  return session?.user.email === email.trim().toLowerCase();
}

/** The address of this tab's latest code request; blank without one. */
export function rememberedEmail(): string {
  return plainEmail(readSessionItem(SIGN_IN_EMAIL_KEY) ?? "") ?? "";
}
