import { describe, expect, test } from "vitest";
import { evidenceKinds, markedKinds } from "#domain/evidence";
import { type Interval, isEqual } from "#domain/query";
import { chartChecksQuery, checkEventsOf, eventsOf, eventsQuery } from "./chartEvents";

const groups = [
  { type: "asset", id: 1, slug: "usdt", name: "Tether USD", color: null },
  { type: "asset", id: 2, slug: "usdc", name: "USD Coin", color: null },
  { type: "others", id: null, slug: null, name: "All Others", color: null },
];
const queryOf = (
  group: string,
  filter: Parameters<typeof eventsQuery>[1]["filter"],
  resource?: "pools",
  interval: Interval = "day",
) =>
  eventsQuery(
    { group, range: "1y", interval },
    { filter, asOf: "2026-11-21", ...(resource !== undefined && { resource }) },
    groups,
  );

describe("the events of a chart", () => {
  test("belong to the assets that it distinguishes", () => {
    expect(queryOf("asset", isEqual("asset_class_slug", "stablecoins"))?.filter).toEqual({
      operator: "and",
      filters: [
        { operator: "in", field: "asset_slug", value: ["usdc", "usdt"] },
        { operator: "in", field: "kind", value: ["incident", "corporate_action", "attestation"] },
        { operator: "equals", field: "state", value: "known" },
        { operator: "onOrAfter", field: "date", value: "2025-11-21" },
      ],
    });
  });

  test("belong to its single asset under any grouping", () => {
    const filters = queryOf("network", isEqual("asset_slug", "usdc"))?.filter;
    expect(JSON.stringify(filters)).toContain('"value":["usdc"]');
  });

  test("start with its first full month", () => {
    const filters = queryOf("network", isEqual("asset_slug", "usdc"), undefined, "month")?.filter;
    expect(JSON.stringify(filters)).toContain('"value":"2025-11-01"');
  });

  test("are empty if it shows no asset", () => {
    expect(queryOf("network", isEqual("asset_class_slug", "stablecoins"))).toBeUndefined();
    expect(queryOf("network", null)).toBeUndefined();
    expect(queryOf("asset", null, "pools")).toBeUndefined();
  });

  test("need a date by day or month, not by year", () => {
    const fact = {
      kind: "incident",
      asset_slug: "usdc",
      asset_name: "USD Coin",
      statement: "Depeg",
      stated: null,
      period_start: null,
      period_end: null,
    };
    const events = eventsOf({
      results: [
        { ...fact, id: 1, date: "2023-03-11", period_start: "2023-03-11" },
        { ...fact, id: 2, date: "2024-07-01", stated: "2024-07" },
        { ...fact, id: 3, date: "2019-01-01", stated: "2019" },
        { ...fact, id: 4, date: null },
        { ...fact, id: 5, date: "2024-07-01", stated: "2024-07-01", kind: "fee" },
      ],
    });
    expect(events.map(({ key, date, when }) => [key, date, when])).toEqual([
      ["1", "2023-03-11", "11 Mar 2023"],
      ["2", "2024-07-01", "July 2024"],
    ]);
  });

  test("have kinds of the catalog", () => {
    const names = evidenceKinds.map(({ kind }) => kind);
    expect(markedKinds.filter((kind) => !names.includes(kind))).toEqual([]);
    // Every event with a day is marked.
    expect(
      evidenceKinds.filter(({ kind, isEvent }) => isEvent && !markedKinds.some((one) => one === kind)),
    ).toEqual([]);
  });
});

describe("the failed checks of a chart", () => {
  const conditionsOf = (group: string, filter: Parameters<typeof eventsQuery>[1]["filter"], own = groups) =>
    JSON.stringify(
      chartChecksQuery(
        { group, range: "1y", interval: "day", metrics: ["price_dollar"] },
        { filter, asOf: "2026-11-21" },
        own,
      )?.filter ?? null,
    );

  test("are open results about its asset, or those that it distinguishes, in its time", () => {
    expect(conditionsOf("network", isEqual("asset_slug", "usdc"))).toContain(
      '{"operator":"equals","field":"asset_slug","value":"usdc"}',
    );
    const distinguished = conditionsOf("asset", null);
    expect(distinguished).toContain('"field":"asset_slug","value":["usdc","usdt"]');
    expect(distinguished).toContain('"field":"state","value":"open"');
    expect(distinguished).toContain('"field":"measure_slug","value":["price_dollar"]');
    expect(distinguished).toContain('"onOrAfter","field":"last_date","value":"2025-11-21"');
  });

  test("are results about the totals that it shows", () => {
    const networks = [{ type: "network", id: 3, slug: "polygon", name: "Polygon", color: null }];
    expect(conditionsOf("network", null, networks)).toContain('"field":"subject_id","value":[3]');
    expect(conditionsOf("none", isEqual("network_slug", "polygon"))).toContain(
      '{"operator":"equals","field":"subject_type","value":"network"}',
    );
    // Totals of a part of a network are not checked.
    expect(conditionsOf("network", isEqual("asset_class_slug", "stocks"), networks)).toContain(
      '"field":"subject_type","value":"asset_class"',
    );
    expect(conditionsOf("none", null)).toBe("null");
  });

  test("are marked on their first day in the chart, with what is wrong and since when", () => {
    const result = {
      id: 9,
      check_slug: "stale_price",
      severity: "warning",
      subject: "OUSG",
      asset_slug: "ousg",
      statement: "NAV of OUSG: last reported 5 days before the latest day. 2026-11-23 to 2026-11-27.",
      date: "2026-11-23",
      last_date: "2026-11-27",
      since: "2026-11-28T02:12:00Z",
    };
    const [event] = checkEventsOf({ results: [result] }, "2026-11-25");
    expect(event).toEqual({
      key: "check-9",
      kind: "check",
      date: "2026-11-25",
      when: "23 Nov 2026 to 27 Nov 2026",
      subject: "OUSG",
      slug: "ousg",
      href: `/status?filters=${encodeURIComponent('[["id","equals",9]]')}#results`,
      words: "Stale price. NAV: last reported 5 days before the latest day. Warning since 28 Nov 2026.",
    });
    expect(checkEventsOf({ results: [result] }, "2026-11-01")[0]?.date).toBe("2026-11-23");
  });
});
