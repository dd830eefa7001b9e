import { Writable } from "node:stream";
import { DrizzleQueryError } from "drizzle-orm/errors";
import { afterEach, beforeEach, expect, it } from "vitest";
import { createLog } from "./createLog";
import { libraryOutputToLog } from "./serve";

const lines: string[] = [];
const destination = new Writable({
  write: (chunk, _, done) => {
    lines.push(String(chunk));
    done();
  },
});
const log = createLog(
  { LOG_LEVEL: "info", DATABASE_URL: "postgres://me:p%40ssw0rd-x@db/people" },
  destination,
);
const printing = { ...console };
beforeEach(() => {
  lines.length = 0;
});
afterEach(() => {
  Object.assign(console, printing);
});

it("hides passwords in messages, stacks and causes, in every spelling", () => {
  const cause = new Error("no pg_hba entry for p@ssw0rd-x");
  const error = new Error("cannot reach postgres://me:p%40ssw0rd-x@db/people", { cause });
  log.error({ err: error }, "away: p%40ssw0rd-x");
  log.error(error, "as the first argument");
  expect(lines).toHaveLength(2);
  for (const line of lines) {
    expect(line).toContain("no pg_hba entry for ****");
    expect(line).not.toContain("ssw0rd");
  }
});

it("logs the output of libraries, without the values of statements", () => {
  libraryOutputToLog(log);
  console.error(
    "Error in stream:",
    new DrizzleQueryError("select $1", ["ada@firm.example"], new Error("away")),
  );
  console.warn("%s of %d", "one", 2);
  console.info("The user aborted a request.");
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { level: 50, msg: "Error in stream:", err: { statement: "select $1", cause: { message: "away" } } },
    { level: 40, msg: "one of 2" },
  ]);
  expect(lines.join("")).not.toContain("ada@firm.example");
});
