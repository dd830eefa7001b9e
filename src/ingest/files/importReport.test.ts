import { expect, it } from "vitest";
import { type FileReport, importSummary } from "./importReport";

const file: FileReport = {
  file: "/data/wide.csv",
  sourceId: 1,
  sha256: "00",
  bytes: 1,
  rowsRead: 1200,
  valuesAccepted: 1199,
  valuesUnchanged: 0,
  rowsRefused: 1,
  reasons: [],
  otherReasons: 0,
  skippedColumns: [],
  error: null,
  broken: null,
  milliseconds: 1000,
};
const derived = { rows: 1, assets: 1, assetsChanged: 1, dataVersion: 2 };
const linesOf = (changes: Partial<FileReport>) =>
  importSummary({ files: [{ ...file, ...changes }], derived, ok: true }).split("\n");

it("counts rows and values", () => {
  expect(linesOf({})).toEqual([
    "/data/wide.csv: 1,200 rows read in 1.0 s (1,200/s), 1,199 values accepted (0 already known), 1 row refused",
    "1 asset derived, 1 changed; data version 2",
  ]);
});

it("tells a hundred left-out columns on one line per reason", () => {
  const others = Array.from({ length: 100 }, (_, i) => ({
    column: `C${i}`,
    reason: "the mapping says nothing of it",
  }));
  const skippedColumns = [{ column: "Ethereum", reason: "is a network" }, ...others];
  expect(linesOf({ skippedColumns }).slice(1, -1)).toEqual([
    '  column "Ethereum" left out: is a network',
    '  columns "C0", "C1", "C2", "C3", "C4", "C5", "C6", "C7" and 92 more left out: the mapping says nothing of it',
  ]);
});

it("says when there are more reasons than it lists", () => {
  const reasons = [{ reason: '"x" is not a number', rows: 2, firstLine: 7 }];
  expect(linesOf({ reasons, otherReasons: 3 }).slice(1, -1)).toEqual([
    '  refused 2 times, first on line 7: "x" is not a number',
    "  and 3 more reasons: `cadastre quarantine` lists every row",
  ]);
});

it("lets nothing that a file says move the cursor of a terminal", () => {
  const reasons = [{ reason: 'no asset "\u001b[2J\u202Ex"', rows: 1, firstLine: 2 }];
  const text = linesOf({ file: "new\nline.csv", reasons }).join("\n");
  expect(text).toContain("new\uFFFDline.csv");
  expect(text).toContain('no asset "\uFFFD[2J\uFFFDx"');
});
