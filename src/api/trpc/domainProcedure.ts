import { TRPCError } from "@trpc/server";
import { DomainError, type ErrorKind } from "#domain";
import { t } from "./trpc";

const codes: Record<ErrorKind, TRPCError["code"]> = {
  invalid: "BAD_REQUEST",
  unauthorized: "UNAUTHORIZED",
  forbidden: "FORBIDDEN",
  not_found: "NOT_FOUND",
  conflict: "CONFLICT",
  rate_limited: "TOO_MANY_REQUESTS",
  unavailable: "SERVICE_UNAVAILABLE",
  cancelled: "CLIENT_CLOSED_REQUEST",
  precondition_failed: "PRECONDITION_FAILED",
  timeout: "TIMEOUT",
  too_large: "PAYLOAD_TOO_LARGE",
  unprocessable: "UNPROCESSABLE_CONTENT",
};

/** What a caller is told of an error: a domain error by its words, anything else by none. */
export function toTrpcError(error: unknown): TRPCError {
  if (error instanceof TRPCError) {
    return error.cause instanceof DomainError ? toTrpcError(error.cause) : error;
  }
  if (error instanceof DomainError) {
    return new TRPCError({ code: codes[error.kind], message: error.message, cause: error });
  }
  return new TRPCError({
    code: "INTERNAL_SERVER_ERROR",
    message: "Something went wrong on our side. Please try again.",
    cause: error,
  });
}

/** Maps domain errors to RPC codes, once, for every procedure. */
export const domainProcedure = t.procedure.use(async ({ next }) => {
  const result = await next();
  return result.ok ? result : { ...result, error: toTrpcError(result.error) };
});
