import pino from "pino";

/** As the log holds an error: what went wrong and where, and never the values of a statement. */
export interface LoggedError {
  type: string;
  message: string;
  code?: string;
  stack?: string;
  /** Statement of the people store that failed, without its values. */
  statement?: string;
  cause?: LoggedError;
}

const MAX_DEPTH = 4;

/** Serializes an error by what is known to be harmless: libraries hang options, requests and values on theirs. */
export function errorForLog(error: unknown, depth = 0): LoggedError | unknown {
  if (!(error instanceof Error)) return pino.stdSerializers.err(error as Error);
  const { code, query, cause } = error as { code?: unknown; query?: unknown; cause?: unknown };
  const isStatement = typeof query === "string" && "params" in error;
  const inner = cause instanceof Error ? cause : nested(cause);
  return {
    type: error.name,
    message: isStatement ? "A statement of the people store failed" : error.message,
    ...(typeof code === "string" || typeof code === "number" ? { code: String(code) } : {}),
    ...(isStatement ? { statement: query } : {}),
    // The stack of a failed statement starts with its values.
    ...(isStatement ? { stack: framesOf(error) } : { stack: error.stack }),
    ...(inner !== null && depth < MAX_DEPTH ? { cause: errorForLog(inner, depth + 1) } : {}),
  };
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
