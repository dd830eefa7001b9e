import { Link } from "@tanstack/react-router";
import { Dialog } from "../../../ui/overlays/Dialog";
import { CodeForm } from "./CodeForm";
import { EmailForm } from "./EmailForm";
import { CodeSentTo, MailIsLoggedNote } from "./MailIsLoggedNote";
import { useMailIsLogged } from "./useMailIsLogged";
import { useSignIn } from "./useSignIn";

export interface SignInModalProps {
  open: boolean;
  /** Path with query of the current page. */
  page: string;
  /** Closes the modal without signing in. Without it, only signing in closes the modal. */
  onDismiss?: (() => void) | undefined;
  /** Called after a code was accepted. Default: the page reloads. */
  onSuccess?: () => void;
}

/** Requests a visitor's work address in a modal. */
export function SignInModal({
  open,
  page,
  onDismiss,
  onSuccess = () => location.reload(),
}: SignInModalProps) {
  const signIn = useSignIn({ callbackUrl: page, onVerified: onSuccess });
  const mailIsLogged = useMailIsLogged();
  const atCode = signIn.step === "code";
  const invitation =
    onDismiss === undefined
      ? "Enter your work email to keep exploring."
      : "Enter your work email, or close this to keep exploring.";
  return (
    <Dialog
      open={open}
      dismissible={onDismiss !== undefined}
      onOpenChange={(isOpen) => !isOpen && onDismiss?.()}
      size="sm"
      title={atCode ? "Check your email" : "Get started for free"}
      description={
        atCode ? (
          <CodeSentTo email={signIn.email.trim()} />
        ) : (
          `${invitation} ${mailIsLogged ? "You will need a code, printed in the server log" : "We will email you a code"}. No password needed.`
        )
      }
    >
      {atCode ? (
        <>
          <MailIsLoggedNote />
          <CodeForm signIn={signIn} callbackUrl={page} onChangeEmail={signIn.changeEmail} />
        </>
      ) : (
        <>
          <EmailForm
            label="Work email"
            email={signIn.email}
            onChange={signIn.setEmail}
            onSubmit={signIn.sendCode}
            isBusy={signIn.isBusy}
            workOnly
            submitLabel="Continue"
          />
          <p className="text-center text-md text-muted">
            <Link to="/login" search={{ callbackUrl: page }} className="text-accent underline">
              No work email? Sign in here
            </Link>
          </p>
        </>
      )}
    </Dialog>
  );
}
