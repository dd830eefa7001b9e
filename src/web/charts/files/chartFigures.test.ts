import { parse } from "csv-parse/sync";
import { expect, test } from "vitest";
import { network, value } from "../../../../tests/support/testSeries";
import type { ChartSeries } from "../series/chartSeries";
import { type ChartFiguresOptions, chartFigures } from "./chartFigures";
import { figuresCsv } from "./figuresCsv";

const chartCsv = (series: readonly ChartSeries[], how: ChartFiguresOptions) =>
  figuresCsv(chartFigures(series, how));

const options = { interval: "day", maxGroups: 2, isSample: false } as const;

test("has the wide layout that analysts circulate, byte for byte", () => {
  const csv = chartCsv(
    [
      network("Ethereum", { "2026-01-30": 10.5, "2026-01-31": 11 }),
      network("Base", { "2026-01-31": 7 }),
      network("Mantle", { "2026-01-30": 1, "2026-01-31": 2 }),
      network("Plume", { "2026-01-31": 0.25 }),
    ],
    options,
  );
  expect(csv).toBe(
    "Timestamp,Date,Metric,Ethereum,Base,All Others (2 items)\r\n" +
      "1769731200000,2026-01-30,Bridged Token Value (Dollar),10.5,,1\r\n" +
      "1769817600000,2026-01-31,Bridged Token Value (Dollar),11,7,2.25\r\n",
  );
});

test("no name is a formula to a spreadsheet", () => {
  const csv = chartCsv([network("=1+1", { "2026-01-31": -7 })], options);
  expect(csv).toBe(
    "Timestamp,Date,Metric,'=1+1\r\n1769817600000,2026-01-31,Bridged Token Value (Dollar),-7\r\n",
  );
});

test("sample data is marked in every row without a separate column", () => {
  const csv = chartCsv([network("Base", { "2026-01-31": 7 })], { ...options, isSample: true });
  expect(csv.split("\r\n")[1]).toBe("1769817600000,2026-01-31,Bridged Token Value (Dollar) (sample),7");
});

test("names with commas, quotes and line breaks are preserved", () => {
  const name = 'Figure, "Fig"\r\nMarkets';
  const [header] = parse(chartCsv([network(name, { "2026-01-31": 1 })], options)) as string[][];
  expect(header).toEqual(["Timestamp", "Date", "Metric", name]);
});

test("groups of the same name are distinguished by their slugs", () => {
  const csv = chartCsv(
    [
      network("USDC", { "2026-01-31": 2 }, { id: 1, slug: "usdc" }),
      network("USDC", { "2026-01-31": 1 }, { id: 2, slug: "usdc-e" }),
    ],
    options,
  );
  expect(csv.split("\r\n")[0]).toBe("Timestamp,Date,Metric,USDC (usdc),USDC (usdc-e)");
});

test("several metrics follow each other, and large and small numbers have no exponent", () => {
  const supply = { id: 100001, slug: "total_supply_token", name: "Total Supply (Token)", unit: "token" };
  const csv = chartCsv(
    [
      network("Base", { "2026-01-31": 1e21 }, { measure: value }),
      network("Base", { "2026-01-31": 1e-7 }, { measure: supply }),
    ],
    options,
  );
  expect(csv.split("\r\n").slice(1, 3)).toEqual([
    "1769817600000,2026-01-31,Bridged Token Value (Dollar),1000000000000000000000",
    "1769817600000,2026-01-31,Total Supply (Token),0.0000001",
  ]);
});

test("each date has its events in the last column if the chart marks events", () => {
  const event = {
    key: "1",
    kind: "incident",
    date: "2026-01-31",
    when: "31 Jan 2026",
    subject: "USD Coin",
    slug: "usdc",
    href: "/assets/usdc",
    words: "Depeg, lowest 0.97",
  } as const;
  const marks = [{ date: "2026-01-31", time: 0, kind: "incident", events: [event] }] as const;
  const csv = chartCsv([network("Base", { "2026-01-30": 6, "2026-01-31": 7 })], { ...options, marks });
  expect(parse(csv)).toEqual([
    ["Timestamp", "Date", "Metric", "Base", "Events"],
    ["1769731200000", "2026-01-30", "Bridged Token Value (Dollar)", "6", ""],
    [
      "1769817600000",
      "2026-01-31",
      "Bridged Token Value (Dollar)",
      "7",
      "Incident, USD Coin, 31 Jan 2026: Depeg, lowest 0.97.",
    ],
  ]);
});

test("series hidden in the legend have no column, including the combined others", () => {
  const series = ["Ethereum", "Base", "Mantle", "Plume"].map((name, at) =>
    network(name, { "2026-01-31": 10 - at }),
  );
  const columns = (hidden: readonly string[], maxGroups = 2) =>
    chartFigures(series, { ...options, maxGroups, hidden: new Set(hidden) }).names.slice(3);
  expect(columns(["bridged_token_value_dollar|network:ethereum"])).toEqual(["Base", "All Others (2 items)"]);
  expect(columns(["bridged_token_value_dollar|others:All Others (2 items)"])).toEqual(["Ethereum", "Base"]);
  expect(columns([], Number.POSITIVE_INFINITY)).toEqual(["Ethereum", "Base", "Mantle", "Plume"]);
});
