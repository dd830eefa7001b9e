import { Link, useRouteContext } from "@tanstack/react-router";
import { Info } from "lucide-react";
import { type ReactNode, useEffect } from "react";
import { pagePermission } from "#domain/screens";
import type { Site } from "#domain/site";
import { gateSentence } from "../gateSentence";
import { consumePostAuthRedirect, rememberPostAuthRedirect } from "../session/postAuthRedirect";
import { useSession } from "../session/useSession";
import { AuthCard } from "./AuthCard";
import { explainAuthError } from "./authErrors";
import { CodeForm } from "./CodeForm";
import { EmailForm } from "./EmailForm";
import { CodeSentTo, MailIsLoggedNote } from "./MailIsLoggedNote";
import { useMailIsLogged } from "./useMailIsLogged";
import { useSignIn } from "./useSignIn";

/** The reason for showing this page, above its content. */
const Notice = ({ title, children }: { title?: string; children: ReactNode }) => (
  <div
    role="status"
    className="flex items-start gap-2 rounded-md bg-accent-soft px-3 py-2 text-accent-strong text-md"
  >
    <Info aria-hidden="true" className="mt-0.5 size-3.5 shrink-0" />
    <div className="min-w-0">
      {title && <p className="font-medium">{title}</p>}
      {children}
    </div>
  </div>
);

export interface LoginPageProps {
  /** Name of the error that led here. */
  error: string | undefined;
  /** Redirect path of our own origin after sign-in; null for the start page. */
  returnTo: string | null;
}

/** Who can create an account. The domains are not listed: they can name an operator's customers. */
const newAccounts: Readonly<Record<Site["signUp"], string>> = {
  anyone: "New addresses get a free account.",
  invited: "New accounts require an invitation.",
  domains: "New accounts require an invitation or an address at an approved email domain.",
};

/** Sign-in with any address, in two steps on one page. */
export function LoginPage({ error, returnTo }: LoginPageProps) {
  const { status } = useSession();
  const mailIsLogged = useMailIsLogged();
  const signUp = useRouteContext({ from: "__root__", select: (context) => context.site.signUp });
  const callbackUrl = returnTo ?? "/";
  const leave = () => {
    // The start page follows the stored redirect. The page's own return address takes precedence.
    if (returnTo !== null) consumePostAuthRedirect();
    location.assign(callbackUrl);
  };
  const signIn = useSignIn({ callbackUrl, onVerified: leave });
  // The second step can happen on another page, such as /auth/verify, which reads the stored redirect.
  useEffect(() => {
    if (returnTo !== null) rememberPostAuthRedirect(returnTo);
  }, [returnTo]);

  if (status === "authenticated" && !signIn.isBusy) {
    return (
      <AuthCard title="You are signed in">
        <a href={callbackUrl} className="text-accent text-md underline">
          {returnTo === null ? "Go to the market overview" : "Continue"}
        </a>
      </AuthCard>
    );
  }
  const gate = returnTo === null ? null : gateSentence(pagePermission(returnTo.split(/[?#]/)[0] ?? ""));
  const problem = error === undefined ? null : explainAuthError(error);
  const atCode = signIn.step === "code";
  return (
    <AuthCard
      title={atCode ? "Check your email" : "Sign in"}
      description={
        atCode ? (
          <span role="status">
            <CodeSentTo email={signIn.email.trim()} />
          </span>
        ) : (
          `${mailIsLogged ? "Sign in with a code, printed in the server log." : "We will email you a sign-in code."} No password needed. ${newAccounts[signUp]}`
        )
      }
      footer="Signing in sets two cookies: one keeps you signed in, the other recognizes this browser next time."
    >
      {problem && !atCode && (
        <Notice title={gate === null ? problem.title : "This page needs more than an account"}>
          {gate ?? problem.explanation}
        </Notice>
      )}
      {atCode ? (
        <>
          <MailIsLoggedNote />
          <CodeForm signIn={signIn} callbackUrl={callbackUrl} onChangeEmail={signIn.changeEmail} />
        </>
      ) : (
        <>
          <EmailForm
            label="Email"
            email={signIn.email}
            onChange={signIn.setEmail}
            onSubmit={signIn.sendCode}
            isBusy={signIn.isBusy}
            submitLabel="Continue with email"
            autoFocus
          />
          <noscript>
            <p className="text-md text-muted">
              Requesting a code requires JavaScript. If you already have one,{" "}
              <a href="/auth/verify" className="text-accent underline">
                enter it here
              </a>
              .
            </p>
          </noscript>
          <p className="text-muted text-sm">
            Already have a code?{" "}
            <Link to="/auth/verify" className="text-accent underline">
              Enter it
            </Link>
          </p>
        </>
      )}
    </AuthCard>
  );
}
