import { Link } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
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
  const fill = useRef(signIn.setEmail);
  useEffect(() => fill.current(rememberedEmail()), []);
  return (
    <AuthCard
      title="Check your email"
      description="We sent a 6-digit code to your address. Enter it here; it works once."
      footer={
        <>
          No mail? Look among spam, or{" "}
          <Link to="/login" className="text-accent underline">
            ask for a new code
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
