import { TRPCError } from "@trpc/server";
import { CancelledError, DomainError, type ErrorKind, ForbiddenError, TimeoutError } from "#domain/errors";
import { actsForOrganization, isAnonymous, requireShownOrganization } from "#domain/people";
import { isAllowedToViewers, procedurePermission, proceduresOfSignIn } from "#domain/screens";
import { noteUntrackedRead, storeProblem } from "#stores";
import { requirePermission, viewingAsError } from "../access/requirePermission";
import { t, UNEXPECTED } from "./trpc";

const codes: Record<ErrorKind, TRPCError["code"]> = {
  invalid: "BAD_REQUEST",
  unauthorized: "UNAUTHORIZED",
  forbidden: "FORBIDDEN",
  not_found: "NOT_FOUND",
  conflict: "CONFLICT",
  rate_limited: "TOO_MANY_REQUESTS",
  unavailable: "SERVICE_UNAVAILABLE",
  timeout: "TIMEOUT",
  precondition_failed: "PRECONDITION_FAILED",
  too_large: "PAYLOAD_TOO_LARGE",
  unprocessable: "UNPROCESSABLE_CONTENT",
  cancelled: "CLIENT_CLOSED_REQUEST",
};

/** The tRPC error for any error: the message of a domain error, otherwise a generic one. */
export function toTrpcError(error: unknown): TRPCError {
  if (error instanceof TRPCError) {
    if (storeProblem(error.cause) !== null) return toTrpcError(error.cause);
    if (error.cause instanceof SyntaxError) {
      return new TRPCError({
        code: "PARSE_ERROR",
        message: "The request is not valid JSON.",
        cause: error.cause,
      });
    }
    // The library wraps unknown errors with this code, and would expose their messages.
    return error.code === "INTERNAL_SERVER_ERROR" ? unexpected(error.cause ?? error) : error;
  }
  const known = storeProblem(error);
  return known === null
    ? unexpected(error)
    : new TRPCError({ code: codes[known.kind], message: known.message, cause: known });
}

const unexpected = (cause: unknown) =>
  new TRPCError({
    code: "INTERNAL_SERVER_ERROR",
    message: UNEXPECTED,
    cause,
  });

/** The cause to log for the operator; null if the caller caused the error. */
function failureOf(error: TRPCError): unknown {
  const { cause } = error;
  if (error.code !== "INTERNAL_SERVER_ERROR" && storeProblem(cause) === null) return null;
  // Domain errors about the caller's input are not logged; store errors have a cause.
  if (cause instanceof DomainError) return cause.cause ?? null;
  return cause ?? error;
}

/** Maximum duration of a procedure; a page has no use for later results. */
const PROCEDURE_MS = 30_000;

/** Maps domain errors to RPC codes for every procedure. */
const mapped = t.procedure.use(async ({ ctx, next, path, signal }) => {
  const result = await next();
  if (result.ok) return result;
  const failure = failureOf(result.error);
  if (failure !== null && !signal?.aborted) {
    ctx.services.log?.error({ err: failure, procedure: path }, "procedure failed");
  }
  // The client disconnected, which cancelled the procedure.
  const error = signal?.aborted
    ? new CancelledError("The connection was closed before the response was sent.")
    : result.error;
  return { ...result, error: toTrpcError(error) };
});

const timed = mapped.use(async ({ next }) => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new TimeoutError("The request timed out. Request less, or try again in a moment.")),
      PROCEDURE_MS,
    );
  });
  try {
    return await Promise.race([next(), late]);
  } finally {
    clearTimeout(timer);
  }
});

/**
 * Base of every procedure: maps errors, limits the duration, rejects changes from other
 * sites, enforces the permission matrix, and rejects calls for an
 * organization other than the one that the page shows.
 */
export const domainProcedure = timed.use(async ({ ctx, next, path, type }) => {
  if (type === "mutation" && !ctx.request.sameOrigin) {
    throw new ForbiddenError("This request came from another site, so no changes were made.");
  }
  if (ctx.viewer !== null && !isAllowedToViewers(path, type)) {
    throw viewingAsError(ctx.user.email);
  }
  const permission = procedurePermission(path);
  if (permission === null) throw new ForbiddenError(`The permission matrix does not name ${path}.`);
  // Checked before the permission, since a missing permission of the other organization's plan would be misleading.
  if (actsForOrganization(path) && !isAnonymous(ctx.user)) {
    requireShownOrganization(ctx.user, ctx.request.shownOrganization);
  }
  if (ctx.services.requiresSignIn && isAnonymous(ctx.user) && !proceduresOfSignIn.has(path)) {
    requirePermission(ctx.user, "signed_in");
  }
  requirePermission(ctx.user, permission);
  // Others also read what no data version covers.
  if (!path.startsWith("market.")) noteUntrackedRead();
  return next();
});
