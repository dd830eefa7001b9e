/** Page options in the URL that are not part of the chart or the table. */
import { lookbacks, stablecoinScopes } from "#domain";
import { picked } from "./picked";

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

const readers = {
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
  /** Look-back of the movers. Default: 30 days. */
  movers: picked(lookbacks.filter((back) => back !== "30d")),
  /** Grouping and period of the net flows. Default: the page's first grouping, and 30 days. */
  flows: picked(flowGroups),
  flowDays: picked(["7d"]),
  /** Another section that shows all of its rows. Default: none. */
  whole: picked(wholeParts),
};

export type PageChoices = { [Name in keyof typeof readers]?: ReturnType<(typeof readers)[Name]> };

/** Part of a route's `validateSearch`: keeps valid parameters and drops the rest. */
export const readPageChoices = (raw: Record<string, unknown>): PageChoices =>
  // Lists every parameter: the router fills omitted ones from the raw URL.
  ({
    kind: readers.kind(raw.kind),
    league: readers.league(raw.league),
    units: readers.units(raw.units),
    places: readers.places(raw.places),
    joined: readers.joined(raw.joined),
    stablecoins: readers.stablecoins(raw.stablecoins),
    movers: readers.movers(raw.movers),
    flows: readers.flows(raw.flows),
    flowDays: readers.flowDays(raw.flowDays),
    whole: readers.whole(raw.whole),
  });
