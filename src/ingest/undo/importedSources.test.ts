import { describe, expect, it } from "vitest";
import { findImports, type ImportedSource } from "./importedSources";
import { selectedSql } from "./undoSelection";

const source = (id: number, name: string, extra: Partial<ImportedSource> = {}): ImportedSource => ({
  id,
  kind: "file",
  name,
  provider: "files",
  importedAt: "2026-01-31T12:00:00.000Z",
  rowsRead: 1,
  accepted: 1,
  rowsRejected: 0,
  values: 1,
  firstDay: "2026-01-01",
  lastDay: "2026-01-01",
  entities: 1,
  metrics: 1,
  undone: null,
  ...extra,
});

describe("the sources that a name means", () => {
  const sources = [
    source(7, "prices.csv", { provider: "vendor" }),
    source(8, "supply.csv", { provider: "issuer" }),
    source(9, "supply.csv"),
    source(10, "empty.csv", { provider: "vendor", values: 0 }),
  ];
  const ids = (name: string) => findImports(sources, name).map(({ id }) => id);

  it("are one by id or name of a file, or all with values of a provider", () => {
    expect(ids("9")).toEqual([9]);
    expect(ids("prices.csv")).toEqual([7]);
    expect(ids("../data/prices.csv")).toEqual([7]);
    expect(ids("empty.csv")).toEqual([10]);
    expect(ids("vendor")).toEqual([7]);
    expect(ids("files")).toEqual([9]);
  });

  it("are to be named by id if several files have the name", () => {
    expect(() => ids("supply.csv")).toThrow(
      '2 imports are called "supply.csv". Give the id of one: 8 (2026-01-31), 9 (2026-01-31).',
    );
  });

  it("are unknown with the nearest names", () => {
    expect(() => ids("price.csv")).toThrow('no import, source or id "price.csv". Did you mean prices.csv?');
    expect(() => ids("vendro")).toThrow("Did you mean vendor?");
    expect(() => ids("nothing-like-it")).toThrow(/"nothing-like-it"\. "cadastre imports list"/);
  });
});

it("a selection is a condition of columns and numbers", () => {
  const all = { sourceIds: [7], from: null, to: null, metricIds: [], assetIds: [], listingIds: [] };
  expect(selectedSql(all)).toBe("NOT is_sample AND source_id IN (7)");
  expect(
    selectedSql({
      ...all,
      from: "1970-01-02",
      to: "1970-01-03",
      metricIds: [1, 2],
      assetIds: [101],
      listingIds: [1021],
    }),
  ).toBe(
    "NOT is_sample AND source_id IN (7) AND toInt32(date) >= 1 AND toInt32(date) <= 2 AND metric_id IN (1, 2) AND (asset_id IN (101) OR token_id IN (1021))",
  );
});
