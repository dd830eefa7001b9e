/** Where rows that a reader has selected are drawn as the lines of a chart. */
import {
  accessTo,
  type Caller,
  groupings,
  kindListedBy,
  pagePermission,
  type StablecoinScope,
} from "#domain";

/** Rows that can be compared at once: as many lines as a chart draws one by one. */
export const MAX_SELECTED = 10;

/** How the rows of a resource are told apart in charts. */
export interface Comparison {
  /** The split of which each row is a group. */
  group: string;
  /** Path of the page whose chart shows them; blank for that of the table. */
  path: string;
}

/** Where everybody can compare whatever has no chart of its own page. */
const OVERVIEW = "/";

/** What a table says of its rows, and of the page that it stands on. */
export interface ComparedRows {
  /** Slug of their resource. */
  resource: string;
  /** Set where they are totals in place of rows. */
  totals?: object;
  /** Ways in which the chart of the page splits figures. */
  chartGroups?: readonly string[];
}

/**
 * How rows of a table are compared: on the charting screen by whoever may open it, else in the chart of their own page
 * where that splits figures by them (a blank path), else in that of the overview. Null for rows without lines.
 */
export function comparisonOf(
  { resource, totals, chartGroups = [] }: ComparedRows,
  caller: Caller,
): Comparison | null {
  const kind = kindListedBy(resource);
  // Rows have lines of their own where a split is called as they are.
  const group = groupings.find(({ name }) => name === kind)?.name;
  if (totals !== undefined || group === undefined) return null;
  const charting = group === "asset" ? "/assets/timeseries" : "/tokens/timeseries";
  if (accessTo(pagePermission(charting), caller) === "allowed") return { group, path: charting };
  return { group, path: chartGroups.includes(group) ? "" : OVERVIEW };
}

/**
 * The part of the address that has a chart show some groups and nothing else.
 *
 * @param scope stablecoin scope of the page with the rows; undefined if it has none, and its rows may be stablecoins
 */
export const comparedSearch = (
  { group, path }: Comparison,
  metric: string | null,
  slugs: readonly string[],
  scope: StablecoinScope | undefined,
) => ({
  ...(metric !== null && { metric }),
  group,
  mode: "lines" as const,
  compare: slugs.join(","),
  ...(path !== "" && { stablecoins: scope ?? ("with" as const) }),
});
