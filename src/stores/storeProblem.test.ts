import { DrizzleQueryError } from "drizzle-orm/errors";
import { expect, it } from "vitest";
import { NotFoundError } from "#domain/errors";
import { storeProblem } from "./storeProblem";

const coded = (code: string, message = "x") => Object.assign(new Error(message), { code });
const query = (cause: Error) => new DrizzleQueryError("select secret", ["ENOSPC", "is closed"], cause);

it.each([
  coded("ECONNREFUSED"),
  coded("57P01", "terminating connection due to administrator command"),
  coded("57014", "canceling statement due to statement timeout"),
  coded("53300", "too many clients already"),
  new Error("Query read timeout"),
  new Error("timeout exceeded when trying to connect"),
  new Error("Connection terminated unexpectedly"),
  new AggregateError([coded("ECONNREFUSED")]),
])("reports that a store is unavailable: %s", (error) => {
  for (const wrapped of [error, query(error), new Error("outer", { cause: { err: query(error) } })]) {
    const problem = storeProblem(wrapped);
    expect(problem?.kind).toBe("unavailable");
    expect(problem?.message).toBe("The database is not responding. Try again in a moment.");
    expect(problem).toMatchObject({ retryAfter: 10 });
  }
});

it.each([
  coded("ENOSPC", "ENOSPC: no space left on device, write"),
  coded("53100", "could not extend file"),
  new Error("Code: 243. DB::Exception: Cannot reserve 1.00 MiB, not enough space. (NOT_ENOUGH_SPACE)"),
  new Error("Cannot reserve 1.00 MiB, not enough space."),
  coded("EDQUOT"),
])("reports that a disk is full: %s", (error) => {
  expect(storeProblem(query(error))?.message).toContain("disk is full");
});

it("ignores other errors, whatever values their statements contain", () => {
  expect(storeProblem(query(coded("23505", "duplicate key")))).toBeNull();
  expect(storeProblem(new TypeError("x is not a function"))).toBeNull();
  const known = new NotFoundError("Not found.");
  expect(storeProblem(known)).toBe(known);
});
