import { expect, it } from "vitest";
import { type FileReport, importSummary } from "./importReport";

const file: FileReport = {
  file: "/data/wide.csv",
  sourceId: 1,
  sha256: "00",
  bytes: 1,
  content: "value",
  rowsRead: 1200,
  valuesAccepted: 1199,
  valuesUnchanged: 0,
  rowsRefused: 1,
  rowsSkipped: 0,
  rowsNotQuarantined: 0,
  formerEntriesRemoved: 0,
  refusals: [],
  warnings: [],
  skippedColumns: [],
  outdatedSince: null,
  error: null,
  broken: null,
  storedAt: null,
  undone: null,
  milliseconds: 1000,
};
const derived = { rows: 1, assets: 1, assetsChanged: 1, dataVersion: 2 };
const linesOf = (changes: Partial<FileReport>) =>
  importSummary({
    files: [{ ...file, ...changes }],
    derived,
    unserved: { series: [], total: 0 },
    superseded: 0,
    ok: true,
  }).split("\n");

it("counts rows that the mapping skips", () => {
  expect(linesOf({ rowsSkipped: 7 })[0]).toContain("1 row rejected, 7 rows skipped by the mapping");
});

it("counts rows and values", () => {
  expect(linesOf({})).toEqual([
    "/data/wide.csv: 1,200 rows read in 1.0 s (1,200/s), 1,199 values accepted (0 unchanged), 1 row rejected",
    "1 asset derived, 1 changed; data version 2",
  ]);
});

it("lists a hundred skipped columns on one line per reason", () => {
  const others = Array.from({ length: 100 }, (_, i) => ({
    column: `C${i}`,
    reason: "not in the mapping",
  }));
  const skippedColumns = [{ column: "Ethereum", reason: "is a network" }, ...others];
  expect(linesOf({ skippedColumns }).slice(1, -1)).toEqual([
    '  column "Ethereum" skipped: is a network',
    '  columns "C0", "C1", "C2", "C3", "C4", "C5", "C6", "C7" and 92 more skipped: not in the mapping',
  ]);
});

it("lists rejected rows by kind, with their lines and the first of them", () => {
  const refusals = [
    {
      kind: "date before 1970",
      rows: 201,
      firstLine: 2,
      lastLine: 202,
      example: '"1953-04-01" is before 1970',
    },
    { kind: "not a number", rows: 1, firstLine: 7, lastLine: 7, example: '"x" is not a number' },
    { kind: "unknown asset", rows: 2, firstLine: 300, lastLine: 312, example: 'no asset "x"' },
    { kind: "unknown metric", rows: 3, firstLine: 301, lastLine: 412, example: 'no metric "y"' },
  ];
  expect(linesOf({ refusals }).slice(1, -1)).toEqual([
    '  201 rows: date before 1970, lines 2–202; the first: "1953-04-01" is before 1970',
    '  1 row: not a number, line 7: "x" is not a number',
    '  2 rows: unknown asset, lines 300 and 312; the first: no asset "x"',
    '  3 rows: unknown metric, between lines 301 and 412; the first: no metric "y"',
  ]);
});

it("prevents content of a file from moving the cursor of a terminal", () => {
  const example = 'no asset "\u001b[2J\u202Ex"';
  const refusals = [{ kind: "unknown asset", rows: 1, firstLine: 2, lastLine: 2, example }];
  const text = linesOf({ file: "new\nline.csv", refusals }).join("\n");
  expect(text).toContain("new\uFFFDline.csv");
  expect(text).toContain('no asset "\uFFFD[2J\uFFFDx"');
});
