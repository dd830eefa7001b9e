/** As the log holds an error: what went wrong and where, and never the values of a statement. */
export interface LoggedError {
  type: string;
  message: string;
  code?: string;
  stack?: string;
  /** Statement of the people store that failed, without its values. */
  statement?: string;
  cause?: LoggedError;
  /** Errors of an aggregate, such as one for each address that refused the connection. */
  errors?: LoggedError[];
}

const MAX_DEPTH = 4;
const MAX_ERRORS = 8;

/**
 * Serializes only properties of an error that are known to be harmless: libraries add options, requests and
 * values.
 */
export const errorForLog = (error: unknown): unknown =>
  error instanceof Error ? loggedError(error, 0) : error;

/** The same as lines for a terminal: stacks, codes and causes. */
export const errorLines = (error: unknown): string =>
  error instanceof Error ? linesOf(loggedError(error, 0)) : String(error);

function loggedError(error: Error, depth: number): LoggedError {
  const { code, query, cause } = error as { code?: unknown; query?: unknown; cause?: unknown };
  const isStatement = typeof query === "string" && "params" in error;
  const inner = cause instanceof Error ? cause : nested(cause);
  const several = error instanceof AggregateError ? error.errors.filter((one) => one instanceof Error) : [];
  const isDeep = depth >= MAX_DEPTH;
  return {
    type: error.name,
    message: isStatement ? "A people-store statement failed" : error.message,
    ...(typeof code === "string" || typeof code === "number" ? { code: String(code) } : {}),
    ...(isStatement ? { statement: query } : {}),
    // The stack of a failed statement starts with its values.
    ...(isStatement ? { stack: framesOf(error) } : { stack: error.stack }),
    ...(inner !== null && !isDeep ? { cause: loggedError(inner, depth + 1) } : {}),
    ...(several.length > 0 && !isDeep
      ? { errors: several.slice(0, MAX_ERRORS).map((one) => loggedError(one, depth + 1)) }
      : {}),
  };
}

function linesOf({ type, message, code, stack = "", statement, cause, errors = [] }: LoggedError): string {
  const said = `${type}: ${message}${code === undefined ? "" : ` (${code})`}`;
  const frames = stack.split("\n").filter((line) => /^\s+at /.test(line));
  const made = [...(cause === undefined ? [] : [cause]), ...errors].map((one) => `Caused by ${linesOf(one)}`);
  return [said, ...(statement === undefined ? [] : [`  in: ${statement}`]), ...frames, ...made].join("\n");
}

/** The sign-in library keeps the error under a name in an object. */
const nested = (cause: unknown): Error | null =>
  typeof cause === "object" && cause !== null && "err" in cause && cause.err instanceof Error
    ? cause.err
    : null;

const framesOf = ({ stack = "" }: Error): string =>
  stack
    .split("\n")
    .filter((line) => /^\s+at /.test(line))
    .join("\n");
