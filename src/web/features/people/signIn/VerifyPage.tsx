import { Link } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";
import { consumePostAuthRedirect } from "../session/postAuthRedirect";
import { AuthCard } from "./AuthCard";
import { CodeForm } from "./CodeForm";
import { CodeSentTo, MailIsLoggedNote } from "./MailIsLoggedNote";
import { useMailIsLogged } from "./useMailIsLogged";
import { rememberedEmail, useSignIn } from "./useSignIn";

/** Enters a code that was requested elsewhere: after a sign-in without scripts, or in another tab. */
export function VerifyPage() {
  const signIn = useSignIn({
    callbackUrl: "/",
    onVerified: () => location.assign(consumePostAuthRedirect() ?? "/"),
    startAtCode: true,
  });
  const mailIsLogged = useMailIsLogged();
  /** The address of this tab's latest code; blank if unknown. */
  const [sentTo, setSentTo] = useState("");
  const fill = useRef(signIn.fillEmail);
  useEffect(() => {
    const email = rememberedEmail();
    setSentTo(email);
    fill.current(email);
  }, []);
  return (
    <AuthCard
      title={sentTo === "" || mailIsLogged ? "Enter your code" : "Check your email"}
      description={
        sentTo === "" ? (
          mailIsLogged ? (
            "Enter the 6-digit code and the email address it is for. It can be used once."
          ) : (
            "Enter the 6-digit code we emailed you and the address it was sent to. It can be used once."
          )
        ) : (
          <>
            <CodeSentTo email={sentTo} /> It can be used once.
          </>
        )
      }
      footer={
        <>
          {sentTo === "" || mailIsLogged ? "No code yet?" : "No email? Check your spam folder, or"}{" "}
          <Link to="/login" className="text-accent underline">
            {sentTo === "" || mailIsLogged ? "Request one" : "request a new code"}
          </Link>
          .
        </>
      }
    >
      <MailIsLoggedNote />
      <CodeForm signIn={signIn} callbackUrl="/" showsEmail isSent={sentTo !== ""} />
    </AuthCard>
  );
}
