import { afterAll, beforeAll, expect, it } from "vitest";
import { metrics } from "#domain/metrics";
import { openTestStore, type TestStore } from "../../../tests/support/ingestStore";
import { withScratchTables } from "../scratchTables";
import { selectColumnSteps } from "./columnSteps";
import { deriveRowsSql } from "./derivedRowsSql";

let test: TestStore;
beforeAll(async () => {
  test = await openTestStore();
});
afterAll(() => test.close());

const base = {
  columns: ["id", "a AS amount", "unread"],
  from: "FROM (SELECT toInt32(number) AS id, toInt32(number) % 2 AS a, 'text' AS unread FROM numbers(5))",
};
const sums = [
  { columns: ["amount + 1 AS more", "amount AS part"] },
  {
    columns: ["sum(more) OVER same_part AS total", "id * 2 AS unread_too"],
    window: "WINDOW same_part AS (PARTITION BY part)",
  },
];
const rest = [{ columns: ["10 * total - more AS rest"] }];

it("computes the same in one statement as with a table between groups of steps", async () => {
  const [all] = selectColumnSteps(base, [[...sums, ...rest]], ["id", "rest"]);
  const [first, second] = selectColumnSteps(base, [sums, rest], ["id", "rest"]);
  const expected = [29, 38, 29, 38, 29].map((result, id) => ({ id, rest: result }));
  const read = (select: string) =>
    test.store.rows(`SELECT id, toInt32(rest) AS rest FROM (${select}) ORDER BY id`);
  expect(await read(all?.("") ?? "")).toEqual(expected);
  await withScratchTables(
    test.store,
    { purpose: "steps", run: 1, areSmall: true },
    async ({ resultOf, drop }) => {
      const table = await resultOf("first", first?.("") ?? "");
      expect(await read(second?.(table) ?? "")).toEqual(expected);
      expect(
        await test.store.rows(`SELECT name FROM system.columns WHERE table = '${table}' ORDER BY name`),
      ).toEqual(["id", "more", "total"].map((name) => ({ name })));
      await drop(table);
      expect(
        await test.store.rows("SELECT name FROM system.tables WHERE name LIKE 'scratch_steps%'"),
      ).toEqual([]);
    },
  );
  expect(all?.("")).not.toMatch(/unread_too|SELECT \*/);
});

it("leaves out a selection whose columns nothing reads", () => {
  const [select] = selectColumnSteps(base, [sums], ["id", "part"]);
  expect(select?.("")).toBe(`SELECT id, amount AS part FROM (\nSELECT id, a AS amount ${base.from}\n) `);
});

it("drops tables of results at the end of a run that fails", async () => {
  const failing = withScratchTables(test.store, { purpose: "steps", run: 2 }, async ({ resultOf }) => {
    await resultOf("first", "SELECT 1 AS id");
    throw new Error("stopped");
  });
  await expect(failing).rejects.toThrow("stopped");
  expect(await test.store.rows("SELECT name FROM system.tables WHERE name LIKE 'scratch_steps%'")).toEqual(
    [],
  );
});

it("derives assets known at both levels by statements of bounded size", () => {
  const derived = deriveRowsSql({
    table: "rows",
    plans: "plans",
    bothLevels: true,
    observed: metrics.filter(({ derive }) => derive.length === 0).map(({ id }) => id),
    history: null,
  });
  const statements = [...(derived?.steps ?? []), ...(derived ? [derived.rows] : [])].map((of) =>
    of("before"),
  );
  expect(statements.length).toBeGreaterThan(5);
  // One statement with all steps takes the engine several times as long to analyse.
  for (const statement of statements) expect(statement.length).toBeLessThan(20_000);
});
