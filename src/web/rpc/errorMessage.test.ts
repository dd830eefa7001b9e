import { TRPCClientError } from "@trpc/client";
import { expect, test } from "vitest";
import { errorMessage } from "./errorMessage";

const failure = (code: string, message = code) =>
  TRPCClientError.from({ error: { code: -32000, message, data: { code, httpStatus: 400, path: "x" } } });

test("every error code of the client has a message", () => {
  const codes = [
    "PARSE_ERROR",
    "BAD_REQUEST",
    "INTERNAL_SERVER_ERROR",
    "UNAUTHORIZED",
    "FORBIDDEN",
    "NOT_FOUND",
    "METHOD_NOT_SUPPORTED",
    "TIMEOUT",
    "CONFLICT",
    "PRECONDITION_FAILED",
    "PAYLOAD_TOO_LARGE",
    "UNPROCESSABLE_CONTENT",
    "TOO_MANY_REQUESTS",
    "CLIENT_CLOSED_REQUEST",
  ];
  const said = codes.map((code) => errorMessage(failure(code)));
  expect(new Set(said).size).toBe(codes.length);
  for (const text of said) expect(text).toMatch(/^[A-Z].*[a-z]\.$/);
});

test("the server's user-facing messages are shown", () => {
  expect(errorMessage(failure("CONFLICT", "Ann is already a member."))).toBe("Ann is already a member.");
});

test("the server's internal errors are not shown", () => {
  expect(errorMessage(failure("INTERNAL_SERVER_ERROR", "connection to 10.0.0.3 refused"))).not.toContain(
    "10.0.0.3",
  );
  expect(errorMessage(failure("BAD_REQUEST", '[{"code":"too_small"}]'))).not.toContain("too_small");
});

test("an error without a response names the connection", () => {
  expect(errorMessage(TRPCClientError.from(new TypeError("fetch failed")))).toContain(
    "Cannot reach the server",
  );
});
