import { describe, expect, it } from "vitest";
import type { ListedImport } from "./correctionDesk";
import { pageOfImports, stateOf } from "./pageOfImports";

const imported = (id: number, extra: Partial<ListedImport> = {}): ListedImport => ({
  id,
  kind: "file",
  name: `file-${id}.csv`,
  provider: "files",
  importedAt: "2026-01-31T12:00:00.000Z",
  rowsRead: id,
  accepted: id,
  rowsRejected: 0,
  values: id,
  firstDay: "2026-01-01",
  lastDay: "2026-01-01",
  entities: 1,
  metrics: 1,
  undone: null,
  by: null,
  ...extra,
});
const list = [
  imported(2, { provider: "vendor" }),
  imported(10, { by: "ada@desk.example" }),
  imported(1, { rowsRead: null }),
];
const all = { search: null, sort: { field: "name", direction: "asc" }, page: 1, perPage: 10 } as const;
const ids = (page: Parameters<typeof pageOfImports>[1]) =>
  pageOfImports(list, page).imports.map(({ id }) => id);

describe("a page of the list of imports", () => {
  it("is sorted by number or by name, with what has no value last in either direction", () => {
    expect(ids(all)).toEqual([1, 2, 10]);
    expect(ids({ ...all, sort: { field: "name", direction: "desc" } })).toEqual([10, 2, 1]);
    expect(ids({ ...all, sort: { field: "rowsRead", direction: "asc" } })).toEqual([2, 10, 1]);
    expect(ids({ ...all, sort: { field: "rowsRead", direction: "desc" } })).toEqual([10, 2, 1]);
  });

  it("has the imports whose texts contain every word", () => {
    expect(ids({ ...all, search: "FILE vendor" })).toEqual([2]);
    expect(ids({ ...all, search: "ada@" })).toEqual([10]);
    expect(ids({ ...all, search: "nothing" })).toEqual([]);
  });

  it("is a part of them, and says how many there are", () => {
    expect(ids({ ...all, perPage: 2, page: 2 })).toEqual([10]);
    expect(pageOfImports(list, { ...all, perPage: 2, page: 2 }).pagination).toEqual({
      page: 2,
      perPage: 2,
      pageCount: 2,
      resultCount: 3,
    });
  });

  it("says whether values are stored or were taken back", () => {
    const undone = { day: "2026-02-01", isWhole: false };
    expect(stateOf({ values: 1, undone: null })).toBe("stored");
    expect(stateOf({ values: 1, undone })).toBe("taken back in part");
    expect(stateOf({ values: 0, undone })).toBe("taken back");
    expect(stateOf({ values: 0, undone: null })).toBe("no values");
    // Imported again since.
    expect(stateOf({ values: 1, undone: { ...undone, isWhole: true } })).toBe("stored");
  });
});
