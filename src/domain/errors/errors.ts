/**
 * The domain errors. Each wire maps them once: REST to a status and body, tRPC to a code, pages to text. A
 * message says what happened, with which value, and what to do.
 */
export const errorKinds = [
  "invalid",
  "unauthorized",
  "forbidden",
  "not_found",
  "conflict",
  "rate_limited",
  "unavailable",
  "timeout",
  "precondition_failed",
  "too_large",
  "unprocessable",
  "cancelled",
] as const;
export type ErrorKind = (typeof errorKinds)[number];

/** One problem of an input: its path (`filter.filters[1].operator`) and the reason. */
export interface InputProblem {
  path: string;
  message: string;
}

export class DomainError extends Error {
  constructor(
    readonly kind: ErrorKind,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
    this.name = new.target.name;
  }
}

export class InvalidError extends DomainError {
  constructor(
    message: string,
    readonly problems: readonly InputProblem[] = [],
    options?: ErrorOptions,
  ) {
    super("invalid", message, options);
  }
}

export class UnauthorizedError extends DomainError {
  constructor(message: string, options?: ErrorOptions) {
    super("unauthorized", message, options);
  }
}

export class ForbiddenError extends DomainError {
  constructor(message: string, options?: ErrorOptions) {
    super("forbidden", message, options);
  }
}

export class NotFoundError extends DomainError {
  constructor(message: string, options?: ErrorOptions) {
    super("not_found", message, options);
  }
}

export class ConflictError extends DomainError {
  constructor(message: string, options?: ErrorOptions) {
    super("conflict", message, options);
  }
}

export class RateLimitedError extends DomainError {
  constructor(
    message: string,
    /** Seconds until a retry can succeed. */
    readonly retryAfter: number,
    options?: ErrorOptions,
  ) {
    super("rate_limited", message, options);
  }
}

export class UnavailableError extends DomainError {
  /** Seconds until a retry can succeed; null if unknown. */
  readonly retryAfter: number | null;

  constructor(message: string, { retryAfter, ...options }: ErrorOptions & { retryAfter?: number } = {}) {
    super("unavailable", message, options);
    this.retryAfter = retryAfter ?? null;
  }
}

/** An operation exceeded its time limit. */
export class TimeoutError extends DomainError {
  constructor(message: string, options?: ErrorOptions) {
    super("timeout", message, options);
  }
}

/** The request is valid, but another step must come first. */
export class PreconditionError extends DomainError {
  constructor(message: string, options?: ErrorOptions) {
    super("precondition_failed", message, options);
  }
}

export class TooLargeError extends DomainError {
  constructor(message: string, options?: ErrorOptions) {
    super("too_large", message, options);
  }
}

/** A well-formed input that cannot be acted on, such as a confirmation that does not match. */
export class UnprocessableError extends DomainError {
  constructor(message: string, options?: ErrorOptions) {
    super("unprocessable", message, options);
  }
}

/** The caller closed the connection. */
export class CancelledError extends DomainError {
  constructor(message: string, options?: ErrorOptions) {
    super("cancelled", message, options);
  }
}
