import path from "node:path";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { openTestStore, type TestStore } from "../../../tests/support/ingestStore";
import { loadCatalog } from "../catalog/loadCatalog";
import { type ImportInput, type ImportOptions, importFiles } from "../files/importFiles";
import { importSummary, quarantineSummary } from "../files/importReport";
import { asset, catalogOf, network, token } from "../testSupport/catalogBuilder";
import { listQuarantine } from "./listQuarantine";
import { createQuarantine, purgeQuarantine } from "./quarantine";

const catalog = catalogOf({
  networks: [network(1, "ethereum")],
  assets: [asset(101, "alpha")],
  tokens: [token(1011, "alpha", "ethereum")],
});

let test: TestStore;
beforeAll(async () => {
  test = await openTestStore();
});
afterAll(() => test.close());
beforeEach(async () => {
  await test.reset();
  await loadCatalog(test.store, catalog);
});

const rowsOf = (...rows: string[]) => ["entity,metric,date,value", ...rows, ""].join("\n");
const VALID = "alpha,price_dollar,2024-01-01,1";
const invalid = (day: number, value = "x") =>
  `alpha,price_dollar,2024-01-${String(day).padStart(2, "0")},${value}`;

async function run(files: readonly ImportInput[], options: Partial<ImportOptions> = {}) {
  const report = await importFiles(test.store, catalog, { files, today: "2024-03-31", ...options });
  return { report, file: report.files[0] as (typeof report.files)[number] };
}
const entries = async () =>
  (await listQuarantine(test.store, { file: null, limit: 1_000 })).rows.map(
    ({ file, line }) => `${file}:${line}`,
  );

it("removes the entries of the former version of a file when the corrected file is imported", async () => {
  const file = await test.file("prices.csv", rowsOf(VALID, invalid(2), invalid(3)));
  await run([file]);
  expect(await entries()).toEqual(["prices.csv:3", "prices.csv:4"]);

  await test.file("prices.csv", rowsOf(VALID, "alpha,price_dollar,2024-01-02,2", invalid(3, "y")));
  const corrected = await run([file]);
  expect(await entries()).toEqual(["prices.csv:4"]);
  expect(corrected.file.formerEntriesRemoved).toBe(2);
  expect(importSummary(corrected.report)).toContain(
    "2 quarantined rows of the former version of this file removed",
  );
});

it("keeps the entries of files of the same name in other folders, and of copies without a path", async () => {
  const one = await test.file("one.csv", rowsOf(VALID, invalid(2)));
  await run([one]);
  const piped = await test.file("piped.csv", rowsOf(VALID, invalid(3), invalid(4)));
  await run([{ path: piped, name: "standard-input" }]);
  const other = await test.file("other.csv", rowsOf(VALID, invalid(5)));
  await run([{ path: other, name: path.join("/elsewhere", "one.csv") }]);
  const again = await test.file("again.csv", rowsOf(VALID, "alpha,price_dollar,2024-01-02,2"));
  await run([{ path: again, name: "standard-input" }]);
  await run([{ path: again, name: one }]);
  expect((await entries()).sort()).toEqual([
    "one.csv:3",
    "one.csv:3",
    "standard-input:3",
    "standard-input:4",
  ]);
});

it("keeps the entries of the former version if nothing of the new one is accepted", async () => {
  const file = await test.file("prices.csv", rowsOf(VALID, invalid(2)));
  await run([file]);
  await test.file("prices.csv", rowsOf(invalid(2, "z")));
  await run([file]);
  await test.file("prices.csv", "entity,metric,date,value\n");
  await run([file]);
  expect(await entries()).toEqual(["prices.csv:3", "prices.csv:2"].sort());
});

it("removes the entries of a mapping with which nothing was accepted, and keeps those of others", async () => {
  const file = await test.file("prices.csv", rowsOf(VALID, invalid(2)));
  const mapping = (metric: string, date = "date") => ({
    entity: { column: "entity" },
    date,
    metrics: { value: metric },
    ignoreOtherColumns: true,
  });
  await run([file], { mapping: mapping("price_dollar", "metric") });
  expect(new Set(await entries())).toEqual(new Set(["prices.csv:2", "prices.csv:3"]));
  await run([file], { mapping: mapping("price_dollar") });
  expect(await entries()).toEqual(["prices.csv:3"]);
  await run([file], { mapping: mapping("net_asset_value_dollar") });
  expect(await entries()).toEqual(["prices.csv:3", "prices.csv:3"]);
});

it("keeps as many entries of a file as the limit, and counts the others in the report and the list", async () => {
  const file = await test.file(
    "many.csv",
    rowsOf(VALID, invalid(2), invalid(3), invalid(4), invalid(5), invalid(6)),
  );
  const { report, file: read } = await run([file], { quarantineLimit: 2 });
  expect(read).toMatchObject({ rowsRefused: 5, rowsNotQuarantined: 3 });
  expect(importSummary(report)).toContain("3 rejected rows not kept in the quarantine");
  const list = await listQuarantine(test.store, { file: null, limit: 10 });
  expect(list.rows.map(({ line, field, row }) => [line, field, row])).toEqual([
    [3, "value", invalid(2)],
    [4, "value", invalid(3)],
    [5, "(limit)", ""],
  ]);
  expect(list.kinds).toMatchObject([
    { kind: "not a number", rows: 2, firstLine: 3, lastLine: 4 },
    { kind: "beyond the limit, not kept", rows: 3, firstLine: 5, lastLine: 7 },
  ]);
  expect(quarantineSummary(list.kinds)).toContain("many.csv: 3 rows: beyond the limit, not kept, lines 5–7");

  await run([file], { again: true });
  expect(await entries()).toHaveLength(5);
});

it("limits the entries of a scheduled source over all of its pages", async () => {
  for (const [after, lines] of [
    [0, [1, 2, 3]],
    [3, [4, 5]],
    [3, [4, 5]],
  ] as const) {
    const quarantine = createQuarantine(test.store, { sourceId: 7, fileName: "feed", limit: 4 });
    await quarantine.clear(after);
    for (const line of lines)
      quarantine.add({ line, field: "", kind: "wrong", reason: "is wrong", raw: "x" });
    await quarantine.flush();
  }
  const { kinds } = await listQuarantine(test.store, { file: "feed", limit: 10 });
  expect(kinds).toMatchObject([
    { kind: "wrong", rows: 4 },
    { kind: "beyond the limit, not kept", rows: 1, firstLine: 5, lastLine: 5 },
  ]);
});

it("purges the entries of one file, or all, and leaves stored values", async () => {
  await run([await test.file("a.csv", rowsOf(VALID, invalid(2)))]);
  await run([await test.file("b.csv", rowsOf(VALID, invalid(3), invalid(4)))]);
  const values = () => test.store.compactRows("SELECT date, value FROM observations FINAL ORDER BY date");
  const before = await values();
  expect(await purgeQuarantine(test.store, "c.csv")).toBe(0);
  expect(await purgeQuarantine(test.store, "b.csv")).toBe(2);
  expect(await entries()).toEqual(["a.csv:3"]);
  expect(await purgeQuarantine(test.store, null)).toBe(1);
  expect(await entries()).toEqual([]);
  expect(await values()).toEqual(before);
});

it("pages over the entries of several files in order", async () => {
  await test.store.run(
    `INSERT INTO quarantine (source_id, file_name, line, field, kind, reason, raw, at)
      SELECT 9 - number % 2, ['a.csv', 'b.csv'][1 + number % 2], 1 + intDiv(number, 4), ['date', 'value'][1 + intDiv(number, 2) % 2], 'wrong', 'is wrong', 'x', now()
      FROM numbers(40)`,
  );
  const all = await listQuarantine(test.store, { file: null, limit: 100 });
  expect(all.total).toBe(40);
  expect(all.kinds).toMatchObject([
    { file: "a.csv", rows: 10, firstLine: 1, lastLine: 10, example: "is wrong" },
    { file: "b.csv", rows: 10, firstLine: 1, lastLine: 10, example: "is wrong" },
  ]);
  const pages = [];
  for (let offset = 0; offset < 45; offset += 15) {
    pages.push(...(await listQuarantine(test.store, { file: null, limit: 15, offset })).rows);
  }
  expect(pages).toEqual(all.rows);
  expect(pages.map(({ file, line, field }) => `${file} ${line} ${field}`)).toEqual(
    ["a.csv", "b.csv"].flatMap((file) =>
      Array.from({ length: 10 }, (_, i) => [`${file} ${i + 1} date`, `${file} ${i + 1} value`]).flat(),
    ),
  );
});
