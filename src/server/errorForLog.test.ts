import { DrizzleQueryError } from "drizzle-orm/errors";
import { expect, it } from "vitest";
import { errorForLog } from "./errorForLog";

it("tells which statement failed and why, without its values", () => {
  const cause = Object.assign(new Error("connection refused"), { code: "ECONNREFUSED" });
  const logged = errorForLog(new DrizzleQueryError("select 1 where x = $1", ["ada@firm.example"], cause));
  expect(logged).toMatchObject({
    statement: "select 1 where x = $1",
    cause: { message: "connection refused", code: "ECONNREFUSED" },
  });
  expect(JSON.stringify(logged)).not.toContain("ada@firm.example");
});

it("leaves out what libraries hang on their errors", () => {
  const error = Object.assign(new TypeError("Invalid URL"), { input: "postgres://me:secret@db" });
  expect(JSON.stringify(errorForLog(error))).not.toContain("secret");
});

it("takes anything that is thrown", () => {
  expect(errorForLog("just a word")).toBe("just a word");
});
