import { TRPCClientError } from "@trpc/client";
import { expect, test } from "vitest";
import { apiErrorOf, isApiError } from "./apiError";

test("a client error is recognized by its shape, and a recreated one has the same message and code", () => {
  const error = TRPCClientError.from({
    error: { message: "No such plan", code: -32000, data: { code: "NOT_FOUND" } },
  });
  const again = apiErrorOf({ message: "No such plan", code: "NOT_FOUND" });
  expect(isApiError(error)).toBe(true);
  expect(isApiError(again)).toBe(true);
  expect([again.message, again.data?.code]).toEqual([error.message, error.data?.code]);
});

test("other errors and values are not API errors", () => {
  expect([new Error("x"), null, "TRPCClientError", { name: "TRPCClientError" }].map(isApiError)).toEqual([
    false,
    false,
    false,
    false,
  ]);
});
