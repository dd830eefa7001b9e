import { DomainError, UnavailableError } from "#domain/errors";

/**
 * PostgreSQL error codes of an unavailable server, by class: connections (08), resources (53), shutdown
 * (57P), rejected sign-in (28), and cancelled statements.
 */
const AWAY = /^(08|53|57P|28|57014|55P03)/;
const AWAY_CODES = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "ETIMEDOUT",
  "EPIPE",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "ENETUNREACH",
]);
/** Driver errors without a code. */
const AWAY_WORDS =
  /query read timeout|timeout exceeded when trying to connect|timeout expired|connection terminated|client has encountered a connection error|is closed|not queryable|socket hang up|timeout error/i;
const FULL_CODES = new Set(["ENOSPC", "EDQUOT", "53100", "243"]);
const FULL_WORDS = /no space left on device|not[_ ]enough[_ ]space|disk quota exceeded/i;

const DISK_IS_FULL =
  "The disk is full, so nothing can be saved. The site administrator needs to free some space.";
const STORE_IS_AWAY = "The database is not responding. Try again in a moment.";
/** Enough for a restart of the server, and for hanging statements to time out. */
const AGAIN_SECONDS = 10;

/**
 * Maps an error of a database or disk to a domain error: unavailable, or full. The original message contains
 * statements and values, so it is only the cause, for the log.
 * @returns null for any other error
 */
export function storeProblem(error: unknown): DomainError | null {
  const chain = [...causes(error)];
  const known = chain.find((cause) => cause instanceof DomainError);
  if (known instanceof DomainError) return known;
  if (chain.some(isFull)) return new UnavailableError(DISK_IS_FULL, { cause: error });
  if (chain.some(isAway)) {
    return new UnavailableError(STORE_IS_AWAY, { cause: error, retryAfter: AGAIN_SECONDS });
  }
  return null;
}

/** An error and its causes, to a limited depth, since libraries wrap errors. */
function* causes(error: unknown): Generator<unknown> {
  let current = error;
  for (let depth = 0; depth < 8 && current !== undefined && current !== null; depth += 1) {
    yield current;
    if (current instanceof AggregateError) yield* current.errors;
    if (!(current instanceof Error)) return;
    const { cause } = current;
    // The sign-in library wraps the error in an object.
    current = isRecord(cause) && !(cause instanceof Error) && "err" in cause ? cause.err : cause;
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null;

const codeOf = (error: unknown): string =>
  isRecord(error) && (typeof error.code === "string" || typeof error.code === "number")
    ? String(error.code)
    : "";

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : "");

const isFull = (error: unknown): boolean =>
  FULL_CODES.has(codeOf(error)) || (!isQuery(error) && FULL_WORDS.test(messageOf(error)));

const isAway = (error: unknown): boolean =>
  AWAY_CODES.has(codeOf(error)) ||
  (/^[0-9A-Z]{5}$/.test(codeOf(error)) && AWAY.test(codeOf(error))) ||
  (!isQuery(error) && AWAY_WORDS.test(messageOf(error)));

/** Whether the message contains a statement and its values, which can be user input. */
const isQuery = (error: unknown): boolean => isRecord(error) && "query" in error && "params" in error;
