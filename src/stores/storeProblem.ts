import { DomainError, UnavailableError } from "#domain";

/** Codes of PostgreSQL, by class: connections (08), resources (53), shutdown (57P), refused sign-in (28), and a statement cut off. */
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
/** Errors of the drivers that carry no code. */
const AWAY_WORDS =
  /query read timeout|timeout exceeded when trying to connect|timeout expired|connection terminated|client has encountered a connection error|is closed|not queryable|socket hang up|timeout error/i;
const FULL_CODES = new Set(["ENOSPC", "EDQUOT", "53100", "243"]);
const FULL_WORDS = /no space left on device|not[_ ]enough[_ ]space|disk quota exceeded/i;

const DISK_IS_FULL =
  "The disk is full, so nothing can be saved. The site administrator needs to free some space.";
const STORE_IS_AWAY = "The database is not responding. Try again in a moment.";
/** A server that restarts is back by then, and one that hangs has ended the statements that wait. */
const AGAIN_SECONDS = 10;

/**
 * What an error of a database or a disk means for whoever asked: away, or full. Its own words name
 * statements and values, so they are for the log only, as the cause.
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

/** An error and what it was made from, at most a few deep: libraries wrap one another. */
function* causes(error: unknown): Generator<unknown> {
  let current = error;
  for (let depth = 0; depth < 8 && current !== undefined && current !== null; depth += 1) {
    yield current;
    if (current instanceof AggregateError) yield* current.errors;
    if (!(current instanceof Error)) return;
    const { cause } = current;
    // The sign-in library keeps the error under a name in an object.
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

/** The words of such an error are the statement and its values, which anybody may have chosen. */
const isQuery = (error: unknown): boolean => isRecord(error) && "query" in error && "params" in error;
