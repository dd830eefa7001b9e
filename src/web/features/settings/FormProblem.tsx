import { errorMessage } from "../../rpc/errorMessage";
import { problemsOfError } from "./fieldProblems";

/** Why a form was not taken, where that is about none of its fields. */
export function FormProblem({ error, className = "" }: { error: unknown; className?: string }) {
  if (!error || Object.keys(problemsOfError(error)).length > 0) return null;
  return (
    <p role="alert" className={`text-md text-negative ${className}`}>
      {errorMessage(error)}
    </p>
  );
}
