/** Events of the assets that a chart distinguishes, from the evidence about them. */
import type { AggregateRow, ResourceRow, SeriesResult } from "#domain/api";
import { markedKinds } from "#domain/evidence";
import { allOf, type Filter } from "#domain/query";
import { firstDayOf, rangeEnd } from "../../charts/series/calendar";
import type { ChartEvent } from "../../charts/series/chartEvents";
import { formatDate, formatPartialDate } from "../../format/formatDate";
import { textOf } from "../../format/textOf";
import type { RowsQuery } from "../../rpc/marketQueries";
import type { ChartState } from "./chartSearch";
import type { SeriesScope } from "./seriesQuery";

/** Limit of events, newest first; no asset has nearly as many. */
const MOST_EVENTS = 100;

/**
 * Query for the events of the chart's asset, or of the assets that it distinguishes. Undefined if it shows no
 * assets: events of one asset among thousands do not concern a total.
 *
 * @param groups of the series that are drawn
 */
export function eventsQuery(
  state: Pick<ChartState, "group" | "range" | "interval">,
  { filter, asOf, resource = "tokens" }: SeriesScope,
  groups: readonly SeriesResult["group"][],
): RowsQuery | undefined {
  if (resource !== "tokens" && resource !== "assets") return undefined;
  const shown =
    state.group === "asset"
      ? groups.flatMap(({ slug }) => slug ?? [])
      : [assetOf(filter)].flatMap((one) => one ?? []);
  if (shown.length === 0) return undefined;
  const start = asOf === null ? null : firstDayOf(state, asOf);
  const end = rangeEnd(state.range);
  return {
    rowsOf: "evidence",
    filter: allOf(
      { operator: "in", field: "asset_slug", value: shown.toSorted() },
      { operator: "in", field: "kind", value: [...markedKinds] },
      { operator: "equals", field: "state", value: "known" },
      start === null ? null : { operator: "onOrAfter", field: "date", value: start },
      end === null ? null : { operator: "onOrBefore", field: "date", value: end },
    ),
    sort: { field: "date", direction: "desc" },
    pagination: { page: 1, perPage: MOST_EVENTS },
    fields: ["kind", "asset_slug", "asset_name", "date", "stated", "period_start", "period_end", "statement"],
  };
}

/** Slug of the only asset that a filter selects; null if it can select several. */
function assetOf(filter: Filter | null): string | null {
  if (filter === null || !("field" in filter)) return null;
  return filter.field === "asset_slug" && filter.operator === "equals" ? textOf(filter.value) : null;
}

/** Length of `2025`. Dates by year have no day on the axis. */
const YEAR = 4;

/** The events of rows of evidence. Events dated by year only are omitted. */
export const eventsOf = ({ results }: { results: readonly (ResourceRow | AggregateRow)[] }): ChartEvent[] =>
  results.flatMap((row) => {
    if ("group" in row) return [];
    const kind = markedKinds.find((one) => one === row.kind);
    const date = textOf(row.date);
    const when = date === null ? null : whenOf(row, date);
    if (kind === undefined || date === null || when === null) return [];
    return [
      {
        key: String(row.id),
        kind,
        date: date.slice(0, 10),
        when,
        subject: String(row.asset_name),
        slug: String(row.asset_slug),
        href: `/assets/${String(row.asset_slug)}`,
        words: textOf(row.statement) ?? "",
      },
    ];
  });

/** Date of an event or of its reference period, with the precision that is known. */
function whenOf(row: ResourceRow, date: string): string | null {
  if ((textOf(row.period_start) ?? textOf(row.period_end)) !== null) return formatDate(date);
  const stated = textOf(row.stated);
  return stated === null || stated.length === YEAR ? null : formatPartialDate(stated);
}
