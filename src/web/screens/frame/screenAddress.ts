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

/** Names of the parts of an address that are the state of a screen, by what it holds, in the order in which they are read. */
export const screenParts = {
  chart: [...chart, ...choices],
  table,
  cursors: [...table, "after", "before"],
  totals,
  place: [...totals, "place"],
  page: [...chart, ...table, ...choices],
  contact: ["report"],
} as const satisfies Readonly<Record<string, readonly (keyof PageAddress)[]>>;

/** What a screen holds: it decides which parts of the address are its state. */
export type ScreenState = keyof typeof screenParts;

/** The state of a screen in an address that the server has tidied: nothing in it is invalid. */
export const tidiedAddress = (state: ScreenState, raw: Record<string, unknown>): PageAddress =>
  Object.fromEntries(
    screenParts[state].filter((part) => raw[part] !== undefined).map((part) => [part, raw[part]]),
  );
