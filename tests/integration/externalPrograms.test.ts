import { afterEach, expect, it, vi } from "vitest";
import { missingProgram } from "../support/externalPrograms";

afterEach(() => vi.unstubAllEnvs());

it("skips the tests of a missing program, and fails the run with CI set", () => {
  vi.stubEnv("CI", undefined);
  expect(missingProgram("no curl")).toBeNull();
  vi.stubEnv("CI", "true");
  expect(() => missingProgram("no curl")).toThrow("no curl");
});
