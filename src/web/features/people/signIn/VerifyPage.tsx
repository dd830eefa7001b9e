import { Link } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";
import { takePostAuthRedirect } from "../session/postAuthRedirect";
import { AuthCard } from "./AuthCard";
import { CodeForm } from "./CodeForm";
import { MailIsLoggedNote } from "./MailIsLoggedNote";
import { rememberedEmail, useSignIn } from "./useSignIn";

/** Entering a code that was asked for elsewhere: after a sign-in without scripts, or in another tab. */
export function VerifyPage() {
  const signIn = useSignIn({
    callbackUrl: "/",
    onVerified: () => location.assign(takePostAuthRedirect() ?? "/"),
    startAtCode: true,
  });
  /** Where this tab had a code sent to; blank where it is not known to have. */
  const [sentTo, setSentTo] = useState("");
  const fill = useRef(signIn.fillEmail);
  useEffect(() => {
    const email = rememberedEmail();
    setSentTo(email);
    fill.current(email);
  }, []);
  return (
    <AuthCard
      title={sentTo === "" ? "Enter your code" : "Check your email"}
      description={
        sentTo === "" ? (
          "Enter the 6-digit code from our mail, and the address it was sent to. It works once."
        ) : (
          <>
            We sent a 6-digit code to <strong className="font-medium text-ink">{sentTo}</strong>. It works
            once.
          </>
        )
      }
      footer={
        <>
          {sentTo === "" ? "No code yet?" : "No mail? Look among spam, or"}{" "}
          <Link to="/login" className="text-accent underline">
            {sentTo === "" ? "Ask for one" : "ask for a new code"}
          </Link>
          .
        </>
      }
    >
      <MailIsLoggedNote />
      <CodeForm signIn={signIn} callbackUrl="/" asksEmail />
    </AuthCard>
  );
}
