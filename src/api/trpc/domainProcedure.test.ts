import { TRPCError } from "@trpc/server";
import { describe, expect, it } from "vitest";
import {
  CancelledError,
  ConflictError,
  ForbiddenError,
  InvalidError,
  NotFoundError,
  PreconditionError,
  RateLimitedError,
  TimeoutError,
  TooLargeError,
  UnauthorizedError,
  UnavailableError,
  UnprocessableError,
} from "#domain/errors";
import { toTrpcError } from "./domainProcedure";

describe("errors returned to callers", () => {
  it.each([
    [new InvalidError("said"), "BAD_REQUEST"],
    [new UnauthorizedError("said"), "UNAUTHORIZED"],
    [new ForbiddenError("said"), "FORBIDDEN"],
    [new NotFoundError("said"), "NOT_FOUND"],
    [new TimeoutError("said"), "TIMEOUT"],
    [new ConflictError("said"), "CONFLICT"],
    [new PreconditionError("said"), "PRECONDITION_FAILED"],
    [new TooLargeError("said"), "PAYLOAD_TOO_LARGE"],
    [new UnprocessableError("said"), "UNPROCESSABLE_CONTENT"],
    [new RateLimitedError("said", 60), "TOO_MANY_REQUESTS"],
    [new CancelledError("said"), "CLIENT_CLOSED_REQUEST"],
    [new UnavailableError("said"), "SERVICE_UNAVAILABLE"],
  ])("%o is %s, with its own message", (error, code) => {
    expect(toTrpcError(error)).toMatchObject({ code, message: "said" });
    // The library wraps errors thrown by procedures.
    const wrapped = new TRPCError({ code: "INTERNAL_SERVER_ERROR", message: "wrapped", cause: error });
    expect(toTrpcError(wrapped)).toMatchObject({ code, message: "said" });
  });

  it("have a generic message if the error was unexpected", () => {
    for (const error of [new Error("connection to 10.0.0.3 refused"), "text", undefined]) {
      const mapped = toTrpcError(error);
      expect(mapped.code).toBe("INTERNAL_SERVER_ERROR");
      expect(mapped.message).toBe("Something went wrong on our side. Please try again.");
    }
    const wrapped = new TRPCError({ code: "INTERNAL_SERVER_ERROR", cause: new Error("10.0.0.3") });
    expect(toTrpcError(wrapped).message).not.toContain("10.0.0.3");
  });

  it("have codes for a malformed body and an unsupported method", () => {
    const unread = new TRPCError({ code: "BAD_REQUEST", cause: new SyntaxError("Unexpected token") });
    expect(toTrpcError(unread)).toMatchObject({
      code: "PARSE_ERROR",
      message: "The request is not valid JSON.",
    });
    const method = new TRPCError({ code: "METHOD_NOT_SUPPORTED", message: "no" });
    expect(toTrpcError(method).code).toBe("METHOD_NOT_SUPPORTED");
  });
});
