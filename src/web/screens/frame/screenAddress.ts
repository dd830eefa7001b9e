import type { PageAddress } from "../../features/chartView/pageSearch";

const chart = [
  ...(["metric", "group", "mode", "range", "interval", "log", "percent", "form", "average"] as const),
  ...([
    "compare",
    "only",
    "hide",
    "second",
    "correlation",
    "benchmark",
    "events",
    "explain",
    "table",
    "embed",
  ] as const),
] as const;
const table = ["page", "perPage", "sort", "q", "filters", "columns", "change"] as const;
const totals = [...table, "group"] as const;
const choices = [
  "kind",
  "league",
  "units",
  "places",
  "joined",
  "stablecoins",
  "movers",
  "flows",
  "flowDays",
  "whole",
] as const;

/** Names of the search parameters of a screen by kind of state, in the order of parsing. */
export const screenParts = {
  chart: [...chart, ...choices],
  table,
  cursors: [...table, "after", "before"],
  totals,
  place: [...totals, "place"],
  page: [...chart, ...table, ...choices],
  contact: ["report"],
} as const satisfies Readonly<Record<string, readonly (keyof PageAddress)[]>>;

/** Kind of a screen's state, which determines its search parameters. */
export type ScreenState = keyof typeof screenParts;

/** The state of a screen in a URL that the server has validated. */
export const tidiedAddress = (state: ScreenState, raw: Record<string, unknown>): PageAddress =>
  Object.fromEntries(
    screenParts[state].filter((part) => raw[part] !== undefined).map((part) => [part, raw[part]]),
  );
