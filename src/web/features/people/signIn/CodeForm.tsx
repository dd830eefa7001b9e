import { type FormEvent, useEffect, useState } from "react";
import { plainEmail } from "#domain/people";
import { SIGN_IN_CODE_LENGTH, SIGN_IN_CODE_MINUTES } from "#domain/vocabulary";
import { useHydrated } from "../../../hydration/useHydrated";
import { Button } from "../../../ui/controls/Button";
import { Form, focusField, SubmitButton } from "../../../ui/forms/Form";
import { TextField } from "../../../ui/forms/TextField";
import { emailProblem, signInMessages } from "./signInMessages";
import type { SignIn } from "./useSignIn";

/** The digits of typed or pasted text, six at most ("123 456" and "Code: 123456" both work). */
export const digitsOf = (text: string): string => text.replace(/\D/g, "").slice(0, SIGN_IN_CODE_LENGTH);

/** True for exactly six digits and nothing else. */
export const isCompleteCode = (text: string): boolean => /^[0-9]{6}$/.test(text);

export interface CodeFormProps {
  signIn: Pick<SignIn, "email" | "setEmail" | "isBusy" | "verify" | "sendCode">;
  /** Redirect path after sign-in; a form without scripts submits it. */
  callbackUrl: string;
  /** Shows the field of the email address from the start, because no earlier step requested it. */
  showsEmail?: boolean;
  /** True if a code was just sent, so that the next one must wait. Default: true. */
  isSent?: boolean;
  /** Returns to the email step. */
  onChangeEmail?: () => void;
}

/** Step two: the six digits from the email. A native form that also works without scripts. */
export function CodeForm({
  signIn,
  callbackUrl,
  showsEmail = false,
  isSent = true,
  onChangeEmail,
}: CodeFormProps) {
  const { email, setEmail, isBusy, verify, sendCode } = signIn;
  const [code, setCode] = useState("");
  const [codeWrong, setCodeWrong] = useState<string | null>(null);
  const [emailMissing, setEmailMissing] = useState(false);
  const [emailWrong, setEmailWrong] = useState<string | null>(null);
  // Without scripts, the browser validates the fields.
  const hydrated = useHydrated();

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    if (isBusy || !isCompleteCode(code)) return;
    const wrong = emailProblem(email, { workOnly: false });
    setEmailWrong(wrong);
    if (wrong !== null) {
      setEmailMissing(true);
      focusField(form, "email");
      return;
    }
    const problem = await verify(code);
    setCodeWrong(problem);
    if (problem === null) return;
    setCode("");
    focusField(form, "token");
  };

  const emailField = showsEmail || emailMissing;
  return (
    <Form
      plain
      firstFocus="token"
      method="get"
      action="/api/auth/callback/email"
      onSubmit={submit}
      noValidate={hydrated}
      className="flex flex-col gap-3"
    >
      {emailField ? (
        <TextField
          label={emailMissing ? signInMessages.reenterEmail : "Email"}
          name="email"
          type="email"
          inputMode="email"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          required
          size="lg"
          value={email}
          error={emailWrong}
          onChange={(value) => {
            setEmailWrong(null);
            setEmail(value);
          }}
        />
      ) : (
        // Password managers identify the account by it.
        <input type="hidden" name="email" value={email} autoComplete="username" />
      )}
      <input type="hidden" name="callbackUrl" value={callbackUrl} />
      <input type="hidden" name="redirect" value="true" />
      <TextField
        label={`${SIGN_IN_CODE_LENGTH}-digit code`}
        name="token"
        type="text"
        inputMode="numeric"
        autoComplete="one-time-code"
        pattern={`[0-9]{${SIGN_IN_CODE_LENGTH}}`}
        required
        size="xl"
        placeholder="000000"
        hint={`The code expires after ${SIGN_IN_CODE_MINUTES} minutes.`}
        value={code}
        error={codeWrong}
        onChange={(value) => {
          setCodeWrong(null);
          setCode(digitsOf(value));
        }}
        className="[&_input[name=token]]:text-center [&_input[name=token]]:font-mono [&_input[name=token]]:tracking-code"
      />
      <SubmitButton size="lg" loading={isBusy} disabled={!isCompleteCode(code)}>
        Verify
      </SubmitButton>
      <div className="js-only flex flex-wrap justify-between gap-2 text-sm">
        {onChangeEmail ? (
          <Button variant="secondary" size="sm" onClick={onChangeEmail} disabled={isBusy}>
            Use a different email
          </Button>
        ) : (
          <span />
        )}
        <ResendButton
          key={String(isSent)}
          email={email}
          isSent={isSent}
          isBusy={isBusy}
          onResend={sendCode}
        />
      </div>
    </Form>
  );
}

/** Seconds before another code can be requested: email is slow, and only the latest few codes are valid. */
const RESEND_SECONDS = 30;

function ResendButton({
  email,
  isSent,
  isBusy,
  onResend,
}: {
  email: string;
  isSent: boolean;
  isBusy: boolean;
  onResend: () => Promise<void>;
}) {
  const [wait, setWait] = useState(isSent ? RESEND_SECONDS : 0);
  useEffect(() => {
    if (wait === 0) return;
    const timer = setTimeout(() => setWait(wait - 1), 1000);
    return () => clearTimeout(timer);
  }, [wait]);
  return (
    <Button
      variant="secondary"
      size="sm"
      disabled={isBusy || wait > 0 || plainEmail(email) === null}
      onClick={async () => {
        await onResend();
        setWait(RESEND_SECONDS);
      }}
    >
      {wait > 0 ? `Resend code in ${wait} s` : "Resend code"}
    </Button>
  );
}
