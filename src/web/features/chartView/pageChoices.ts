/** What a reader chooses on a page beside its chart and its table, as it stands in the address. */
import { lookbacks, stablecoinScopes } from "#domain";
import { picked } from "./picked";

/** What a league table can rank; a page offers some of them. */
const leagueGroups = ["network", "platform", "issuer", "manager", "asset_class"] as const;
export type LeagueGroup = (typeof leagueGroups)[number];

/** What net flows can be told by; a page offers some of them. */
const flowGroups = ["asset_class", "network", "asset", "issuer"] as const;
export type FlowGroup = (typeof flowGroups)[number];

/** Parts of a page that show their largest rows alone, until a reader asks for all of one. */
export const wholeParts = [
  "flows",
  "asset_class",
  "network",
  "jurisdiction_country",
  "denomination",
  "underlying_goods",
] as const;

const readers = {
  /** What the list of new arrivals is of; assets by default. */
  kind: picked(["token"]),
  /** What the league table ranks, of which units, and whether it goes on to the last; the largest of all by default. */
  league: picked(leagueGroups),
  units: picked(["distributed", "represented"]),
  places: picked(["all"]),
  /** Whether its firms are joined by the corporate groups that they belong to. */
  joined: picked(["groups"]),
  /** The stablecoin scope of the page; by default that of the session. */
  stablecoins: picked(stablecoinScopes),
  /** Over how long assets moved; 30 days by default. */
  movers: picked(lookbacks.filter((back) => back !== "30d")),
  /** By what net flows are told, and over how long: by the first that the page offers and 30 days by default. */
  flows: picked(flowGroups),
  flowDays: picked(["7d"]),
  /** Which other part of the page shows all of its rows; none by default. */
  whole: picked(wholeParts),
};

export type PageChoices = { [Name in keyof typeof readers]?: ReturnType<(typeof readers)[Name]> };

/** Part of a route's `validateSearch`: keeps what is valid and drops the rest. */
export const readPageChoices = (raw: Record<string, unknown>): PageChoices =>
  // Every part is named: what is left out here, the router would take from the address as it stands.
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
