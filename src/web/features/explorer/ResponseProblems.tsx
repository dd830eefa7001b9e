import type { ErrorBody } from "#domain/api";
import { ErrorState } from "../../ui/display/ErrorState";

/** Validation errors of a rejected query, by path. */
export const ResponseProblems = ({ status, body }: { status: number; body: ErrorBody }) => (
  <ErrorState title={`The API returned ${status}`}>
    {body.errors === undefined || body.errors.length === 0 ? (
      <p>{body.message}</p>
    ) : (
      <ul aria-label="Problems" className="flex flex-col gap-1">
        {body.errors.map(({ path, message }) => (
          <li key={`${path} ${message}`} className="break-words">
            <code className="font-mono text-ink text-sm">{path}</code>: {message}
          </li>
        ))}
      </ul>
    )}
  </ErrorState>
);
