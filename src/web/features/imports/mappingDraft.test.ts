import { expect, test } from "vitest";
import { draftOf, hasPart, mappingOf, withSetting, withUse } from "./mappingDraft";
import type { Proposal } from "./upload";

const column = (name: string, use: Proposal["columns"][number]["use"], meaning = "") => ({
  name,
  use,
  meaning,
  examples: [],
  suggestions: [],
});

test.each<[string, Proposal]>([
  [
    "metrics of assets in a column",
    {
      columns: [
        column("Day", "date"),
        column("Fund", "entity"),
        column("NAV", "metric", "nav_dollar"),
        column("x", "none"),
      ],
      mapping: {
        date: "Day",
        entity: { column: "Fund", entities: { A: "alpha" } },
        metrics: { NAV: "nav_dollar" },
        ignoreOtherColumns: true,
        decimal: ",",
      },
      notes: [],
    },
  ],
  [
    "assets of one metric",
    {
      columns: [column("Day", "date"), column("A", "series", "alpha")],
      mapping: { date: "Day", metric: "price_dollar", entities: { A: "alpha" }, skipLines: 2 },
      notes: [],
    },
  ],
  [
    "values in rows, of one token",
    {
      columns: [column("Day", "date"), column("M", "metricName"), column("V", "value")],
      mapping: {
        date: "Day",
        entity: { token: "a-b" },
        metric: { column: "M", metrics: { tvl: "x" } },
        value: "V",
      },
      notes: [],
    },
  ],
])("a form preserves a proposal of %s", (_, proposal) => {
  expect(mappingOf(draftOf(proposal))).toEqual(proposal.mapping);
});

test("at most one column contains the dates", () => {
  const proposal = { columns: [column("A", "date"), column("B", "none")], mapping: {}, notes: [] };
  const draft = withUse(draftOf(proposal), "B", "date");
  expect(draft.columns.map(({ use }) => use)).toEqual(["none", "date"]);
  expect(mappingOf(draft)).toMatchObject({ date: "B", ignoreOtherColumns: true });
});

test("a note about a missing part applies until the draft has the part", () => {
  const draft = draftOf({ columns: [column("A", "none"), column("B", "none")], mapping: {}, notes: [] });
  expect(
    (["date", "entity", "metric", "dateFormat"] as const).filter((part) => hasPart(draft, part)),
  ).toEqual([]);
  expect(hasPart(withUse(draft, "A", "date"), "date")).toBe(true);
  expect(hasPart(withUse(draft, "A", "entity"), "entity")).toBe(true);
  expect(hasPart({ ...draft, entity: " alpha " }, "entity")).toBe(true);
  expect(hasPart(withUse(draft, "A", "metric"), "metric")).toBe(true);
  const series = withUse(draft, "A", "series");
  expect([hasPart(series, "entity"), hasPart(series, "metric")]).toEqual([true, false]);
  expect(hasPart({ ...series, metric: "price_dollar" }, "metric")).toBe(true);
  expect(hasPart(withSetting(draft, "dateFormat", "DD.MM.YYYY"), "dateFormat")).toBe(true);
});

test("a setting equal to its default is omitted", () => {
  const draft = draftOf({ columns: [], mapping: { decimal: ",", missing: ["n/a"] }, notes: [] });
  expect(withSetting(withSetting(draft, "decimal", ""), "missing", []).settings).toEqual({});
  expect(withSetting(draft, "percent", true).settings).toEqual({
    decimal: ",",
    missing: ["n/a"],
    percent: true,
  });
});
