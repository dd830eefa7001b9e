import { lookbacks } from "#domain/metrics";
import { stablecoinScopes } from "#domain/people";
import {
  type ParametersOf,
  readCursorSearch,
  readParameters,
  readPlaceSearch,
  readTableSearch,
  type TableSearch,
} from "../table/query/tableSearch";
import { type ChartSearch, readChartSearch } from "./chartSearch";

/** Accepts one of the listed values; undefined for any other. */
const picked =
  <const Value extends string>(values: readonly Value[]) =>
  (raw: unknown): Value | undefined =>
    values.find((value) => value === raw);

/** Groupings of league tables; a page offers a subset. */
const leagueGroups = ["network", "platform", "issuer", "manager", "asset_class"] as const;
export type LeagueGroup = (typeof leagueGroups)[number];

/** Groupings of net flows; a page offers a subset. */
const flowGroups = ["asset_class", "network", "asset", "issuer"] as const;
export type FlowGroup = (typeof flowGroups)[number];

/** Sections that show their largest rows until a reader requests all rows of one. */
export const wholeParts = [
  "flows",
  "asset_class",
  "network",
  "jurisdiction_country",
  "denomination",
  "underlying_goods",
] as const;

/** Options of a page that are not part of its chart or table. */
const choices = {
  /** Kind of the new arrivals list. Default: assets. */
  kind: picked(["token"]),
  /** Grouping and scope of the league table, and whether all rows are shown. Default: the largest of all. */
  league: picked(leagueGroups),
  units: picked(["distributed", "represented"]),
  places: picked(["all"]),
  /** Combines firms by corporate group. */
  joined: picked(["groups"]),
  /** The stablecoin scope of the page. Default: that of the session. */
  stablecoins: picked(stablecoinScopes),
  /**
   * An earlier day, time or data version whose figures the page shows. Default: the latest figures. Any other value is
   * kept, so that the page says that it cannot show it.
   */
  as_of: (raw: unknown) =>
    raw === undefined || typeof raw === "string" || typeof raw === "number" ? raw : JSON.stringify(raw),
  /** Look-back of the movers. Default: 30 days. */
  movers: picked(lookbacks.filter((back) => back !== "30d")),
  /** Grouping and period of the net flows. Default: the page's first grouping, and 30 days. */
  flows: picked(flowGroups),
  flowDays: picked(["7d"]),
  /** Another section that shows all of its rows. Default: none. */
  whole: picked(wholeParts),
};

type PageChoices = ParametersOf<typeof choices>;

/** Part of a route's `validateSearch`: keeps valid parameters and drops the rest. */
const readPageChoices = (raw: Record<string, unknown>): PageChoices => readParameters(choices, raw);

/** Search parameters of a page with a chart, a table and further options. */
export interface PageSearch extends ChartSearch, TableSearch, PageChoices {
  /** The fact that a report to the operator is about (`reportAddress`). */
  report?: string | undefined;
}

/** `PageSearch` before validation. */
export type PageAddress = { [Part in keyof PageSearch]?: unknown };

/** A route's `validateSearch`: keeps valid parameters and drops the rest. */
export const readPageSearch = (raw: Record<string, unknown>): PageSearch => ({
  ...readChartSearch(raw),
  ...readTableSearch(raw),
  ...readPageChoices(raw),
});

/** `readPageSearch` for a page without a table. */
export const readChartPageSearch = (raw: Record<string, unknown>): PageSearch => ({
  ...readChartSearch(raw),
  ...readPageChoices(raw),
});

/** For a page with a contact form. Limited to the length and characters of a fact's address. */
export const readReportSearch = ({ report }: Record<string, unknown>): Pick<PageSearch, "report"> => ({
  report: typeof report === "string" && /^[\w.-]{1,250}$/.test(report) ? report : undefined,
});

/**
 * `readPageSearch` with the parameters of every screen. The server has already dropped those that the screen
 * does not support.
 */
export const readScreenSearch = (raw: Record<string, unknown>): PageSearch => ({
  ...readPlaceSearch(raw),
  ...readPageSearch(raw),
  ...readCursorSearch(raw),
  ...readReportSearch(raw),
});
