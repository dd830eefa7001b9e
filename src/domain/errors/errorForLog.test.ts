import { DrizzleQueryError } from "drizzle-orm/errors";
import { expect, it } from "vitest";
import { errorForLog, errorLines } from "./errorForLog";

it("names the failed statement and the reason, without its values", () => {
  const cause = Object.assign(new Error("connection refused"), { code: "ECONNREFUSED" });
  const logged = errorForLog(new DrizzleQueryError("select 1 where x = $1", ["ada@firm.example"], cause));
  expect(logged).toMatchObject({
    statement: "select 1 where x = $1",
    cause: { message: "connection refused", code: "ECONNREFUSED" },
  });
  expect(JSON.stringify(logged)).not.toContain("ada@firm.example");
});

it("omits properties that libraries add to their errors", () => {
  const error = Object.assign(new TypeError("Invalid URL"), { input: "postgres://me:secret@db" });
  expect(JSON.stringify(errorForLog(error))).not.toContain("secret");
});

it("accepts any thrown value", () => {
  expect(errorForLog("just a word")).toBe("just a word");
});

it("names each error of several", () => {
  const refused = ["127.0.0.1:1", "::1:1"].map((at) => new Error(`connect ECONNREFUSED ${at}`));
  expect(errorForLog(new AggregateError(refused, ""))).toMatchObject({
    errors: [{ message: "connect ECONNREFUSED 127.0.0.1:1" }, { message: "connect ECONNREFUSED ::1:1" }],
  });
});

it("prints for a terminal where an error was raised and its causes, without values", () => {
  const cause = Object.assign(new Error("connection refused"), { code: "ECONNREFUSED" });
  const failed = new DrizzleQueryError("select 1 where x = $1", ["ada@firm.example"], cause);
  const lines = errorLines(new Error("The start failed", { cause: failed })).split("\n");
  expect(lines.filter((line) => !/^\s+at /.test(line))).toEqual([
    "Error: The start failed",
    "Caused by Error: A people-store statement failed",
    "  in: select 1 where x = $1",
    "Caused by Error: connection refused (ECONNREFUSED)",
  ]);
  expect(lines.some((line) => line.includes("errorForLog.test.ts"))).toBe(true);
});
