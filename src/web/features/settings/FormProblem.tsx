import { errorMessage } from "../../rpc/errorMessage";
import { problemsOfError } from "./fieldProblems";

/** Error of a rejected form that concerns none of its fields. */
export function FormProblem({ error, className = "" }: { error: unknown; className?: string }) {
  if (!error || Object.keys(problemsOfError(error)).length > 0) return null;
  return (
    <p role="alert" className={`text-md text-negative ${className}`}>
      {errorMessage(error)}
    </p>
  );
}
