import { Link } from "@tanstack/react-router";
import { cutText } from "#domain/text";
import { buttonClass } from "../../../ui/controls/Button";
import { AuthCard } from "./AuthCard";
import { explainAuthError } from "./authErrors";

/** Explains a sign-in error and how to continue. */
export function AuthErrorPage({ error }: { error: string | undefined }) {
  const { title, explanation, wayOn } = explainAuthError(error);
  const home = (
    <Link
      to="/"
      className={buttonClass({ variant: wayOn === "operator" ? "primary" : "outline", size: "lg" })}
    >
      Market overview
    </Link>
  );
  return (
    <AuthCard
      title={title}
      description={explanation}
      footer={error ? `Error code: ${cutText(error, 60)}` : null}
    >
      <div className="flex flex-wrap gap-2">
        {wayOn === "retry" && (
          <Link to="/login" className={buttonClass({ variant: "primary", size: "lg" })}>
            Sign in again
          </Link>
        )}
        {home}
      </div>
    </AuthCard>
  );
}
