/** Chooses the chart that compares selected rows of a table. */

import type { StablecoinScope } from "#domain/people";
import { groupings, kindListedBy } from "#domain/resources";
import { pagePermission } from "#domain/screens";
import { accessTo, type Caller } from "#domain/vocabulary";

/** Limit of compared rows: the number of groups that a chart draws. */
export const MAX_SELECTED = 10;

/** How charts identify the rows of a resource. */
export interface Comparison {
  /** The grouping with these rows as groups. */
  group: string;
  /** Path of the page with the chart; blank for the page of the table. */
  path: string;
}

/** Compares rows whose own page has no chart, for every visitor. */
const OVERVIEW = "/";

/** A table's rows and the chart of its page. */
export interface ComparedRows {
  /** Slug of their resource. */
  resource: string;
  /** Set if the rows are totals. */
  totals?: object;
  /** Groupings of the page's chart. */
  chartGroups?: readonly string[];
}

/**
 * Chart for comparing the rows of a table: the charting screen if the visitor has access, else the page's own
 * chart if it has this grouping (a blank path), else the overview. Null for rows without series.
 */
export function comparisonOf(
  { resource, totals, chartGroups = [] }: ComparedRows,
  caller: Caller,
): Comparison | null {
  const kind = kindListedBy(resource);
  // Rows have series if a grouping has the name of their kind.
  const group = groupings.find(({ name }) => name === kind)?.name;
  if (totals !== undefined || group === undefined) return null;
  const charting = group === "asset" ? "/assets/timeseries" : "/tokens/timeseries";
  if (accessTo(pagePermission(charting), caller) === "allowed") return { group, path: charting };
  return { group, path: chartGroups.includes(group) ? "" : OVERVIEW };
}

/**
 * Search parameters of a chart that compares only these groups.
 *
 * @param scope stablecoin scope of the page with the rows; undefined if it has none, and its rows may be
 * stablecoins
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
