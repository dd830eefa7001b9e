/** Events of the assets that a chart distinguishes, from the evidence about them, and the checks that its figures break. */
import type { AggregateRow, ResourceRow, SeriesResult } from "#domain/api";
import { markedKinds } from "#domain/evidence";
import { allOf, type Filter, isEqual } from "#domain/query";
import {
  type EntityType,
  entityTypes,
  type FieldName,
  groupingByName,
  listingColumn,
  prefixOf,
} from "#domain/resources";
import { firstDayOf, rangeEnd } from "../../charts/series/calendar";
import type { ChartEvent } from "../../charts/series/chartEvents";
import { formatDate, formatPartialDate } from "../../format/formatDate";
import { textOf } from "../../format/textOf";
import type { RowsQuery } from "../../rpc/marketQueries";
import { type CheckMark, markFields, markOf, resultHref } from "../checks/checkMarks";
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

/** The entity that a filter selects, as on its page; null if it can select several. */
function selectedBy(filter: Filter | null): { field: string; slug: string } | null {
  if (filter === null || !("field" in filter) || filter.operator !== "equals") return null;
  const slug = textOf(filter.value);
  return slug === null ? null : { field: filter.field, slug };
}

/** Slug of the only asset that a filter selects; null if it can select several. */
function assetOf(filter: Filter | null): string | null {
  const selected = selectedBy(filter);
  return selected?.field === "asset_slug" ? selected.slug : null;
}

const totalledKinds = ["network", "asset_class", "platform", "issuer"] as const;

type ChecksFilter = Filter<FieldName<"checks">>;

/**
 * Query for the open results about the figures of a chart: of its asset or of those that it distinguishes, and of the
 * totals that it shows. Undefined if its figures are not checked.
 *
 * @param groups of the series that are drawn
 */
export function chartChecksQuery(
  state: Pick<ChartState, "group" | "range" | "interval"> & { metrics: readonly string[] },
  { filter, asOf, resource = "tokens" }: SeriesScope,
  groups: readonly SeriesResult["group"][],
): RowsQuery<"checks"> | undefined {
  if (resource !== "tokens" && resource !== "assets") return undefined;
  const which = checkedFigures(state.group, filter, groups);
  if (which === undefined) return undefined;
  const start = asOf === null ? null : firstDayOf(state, asOf);
  const end = rangeEnd(state.range);
  return {
    rowsOf: "checks",
    filter: allOf<FieldName<"checks">>(
      isEqual("state", "open"),
      which,
      { operator: "in", field: "measure_slug", value: [...state.metrics] },
      start === null ? null : { operator: "onOrAfter", field: "last_date", value: start },
      end === null ? null : { operator: "onOrBefore", field: "date", value: end },
    ),
    sort: { field: "severity", direction: "asc" },
    pagination: { page: 1, perPage: MOST_EVENTS },
    fields: [...markFields, "subject", "asset_slug", "date", "last_date"],
  };
}

function checkedFigures(
  group: string,
  filter: Filter | null,
  groups: readonly SeriesResult["group"][],
): ChecksFilter | undefined {
  const selected = selectedBy(filter);
  if (selected?.field === "asset_slug") return isEqual("asset_slug", selected.slug);
  if (group === "asset") {
    const slugs = groups.flatMap(({ slug }) => slug ?? []).toSorted();
    return slugs.length === 0 ? undefined : { operator: "in", field: "asset_slug", value: slugs };
  }
  // A total of some tokens only is no figure of the group.
  const kind = filter === null ? entityTypes.find((one) => one === groupingByName(group)?.entity) : undefined;
  if (kind !== undefined) {
    const ids = groups.flatMap(({ id }) => (typeof id === "number" ? id : [])).toSorted((a, b) => a - b);
    return ids.length === 0 ? undefined : ofTotals(kind, { operator: "in", field: "subject_id", value: ids });
  }
  const own = totalledKinds.find((one) => listingColumn(one, "slug") === selected?.field);
  if (own === undefined || selected === null) return undefined;
  return ofTotals(own, { operator: "equals", field: `${prefixOf(own)}_slug`, value: selected.slug });
}

const ofTotals = (kind: EntityType, which: ChecksFilter): ChecksFilter => ({
  operator: "and",
  filters: [isEqual("subject_type", kind), which],
});

/** Marks of open results, each on its first day that the chart shows. */
export const checkEventsOf = (
  { results }: { results: readonly (ResourceRow | AggregateRow)[] },
  first: string | undefined,
): ChartEvent[] =>
  results.flatMap((row) => {
    if ("group" in row) return [];
    const mark = markOf(row);
    const [date, last] = [String(row.date), String(row.last_date)];
    return [
      {
        key: `check-${mark.id}`,
        kind: "check",
        date: first !== undefined && date < first && last >= first ? first : date,
        when: date === last ? formatDate(date) : `${formatDate(date)} to ${formatDate(last)}`,
        subject: String(row.subject),
        slug: textOf(row.asset_slug) ?? "",
        href: resultHref(mark),
        words: `${mark.name}. ${foundWords(mark, String(row.subject))} ${mark.severity} since ${mark.since}.`,
      },
    ];
  });

/** The result without its subject and days, which the event states: `NAV: last reported 5 days before the latest day.` */
const foundWords = ({ words }: CheckMark, subject: string): string =>
  words.replace(` of ${subject}:`, ":").replace(/ \d{4}-\d\d-\d\d( to \d{4}-\d\d-\d\d)?\.$/, "");

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
