import { TRPCClientError } from "@trpc/client";
import { expect, test } from "vitest";
import { problemsOfError } from "./fieldProblems";

test("the server's errors are assigned to their fields", () => {
  const error = TRPCClientError.from({
    error: {
      code: -32600,
      message: "x",
      data: {
        code: "BAD_REQUEST",
        problems: [
          { path: "profile.company", message: "too long" },
          { path: "profile.assetClassInterests.0", message: "unknown" },
        ],
      },
    },
  });
  expect(problemsOfError(error)).toEqual({ company: "too long", assetClassInterests: "unknown" });
});

test("other errors have no field", () => {
  expect(problemsOfError(new Error("x"))).toEqual({});
});
