/** Which current figures break a check, and the words of the mark beside them. */
import type { ResourceRow } from "#domain/api";
import { DAY_MS, isoDay } from "#domain/days";
import { CARRY_DAYS } from "#domain/metrics";
import { allOf, isEqual } from "#domain/query";
import { type EntityType, entityTypes, type FieldName } from "#domain/resources";
import { wordsOfValue } from "#domain/vocabulary";
import { marketOptions, type RowsQuery } from "../../rpc/marketQueries";
import type { RouterContext } from "../../rpc/routerContext";

export interface CheckMark {
  /** `Stale price`. */
  name: string;
  /** The result in one line. */
  words: string;
}

/** Marks by the id of the entity and the slug of the metric. */
export type CheckMarks = Readonly<Record<string, CheckMark>>;

export interface MarkedFigures {
  kind: EntityType;
  ids: readonly number[];
  /** Slugs. */
  metrics: readonly string[];
}

/** The most results that are read for the figures of a page. */
const MOST = 100;

/**
 * Query for the open results about current figures: those of the last days before `asOf`. Figures of assets include those
 * of their tokens.
 */
export const marksQuery = (
  { kind, ids, metrics }: MarkedFigures,
  asOf: string | null,
): RowsQuery<"checks"> => ({
  rowsOf: "checks",
  filter: allOf<FieldName<"checks">>(
    isEqual("state", "open"),
    kind === "asset" ? null : isEqual("subject_type", kind),
    { operator: "in", field: kind === "asset" ? "asset_id" : "subject_id", value: [...ids] },
    { operator: "in", field: "measure_slug", value: [...metrics] },
    asOf === null
      ? null
      : { operator: "onOrAfter", field: "last_date", value: isoDay(Date.parse(asOf) - CARRY_DAYS * DAY_MS) },
  ),
  // Errors first, which replace others of the same figure.
  sort: { field: "severity", direction: "asc" },
  pagination: { page: 1, perPage: MOST },
  fields: ["check_slug", "measure_slug", "subject_id", "asset_id", "statement"],
});

export function marksOf(kind: EntityType, results: readonly ResourceRow[]): CheckMarks {
  const marks: Record<string, CheckMark> = {};
  for (const row of results) {
    const key = markKey(Number(kind === "asset" ? row.asset_id : row.subject_id), String(row.measure_slug));
    marks[key] ??= { name: wordsOfValue(String(row.check_slug)), words: String(row.statement) };
  }
  return marks;
}

export const markKey = (id: number | string, metric: string): string => `${id} ${metric}`;

/** The marks of the figures of a page of rows; none if its rows are no entities with figures. */
export async function loadMarks(
  { queryClient, trpc }: Pick<RouterContext, "queryClient" | "trpc">,
  { kind, ids, metrics }: { kind: string | null; ids: readonly unknown[]; metrics: readonly string[] },
): Promise<CheckMarks> {
  const type = entityTypes.find((one) => one === kind);
  const known = ids.filter((id) => typeof id === "number");
  if (type === undefined || known.length === 0 || metrics.length === 0) return {};
  const { as_of } = await queryClient.query({ ...trpc.market.status.queryOptions(), staleTime: "static" });
  const query = marksQuery({ kind: type, ids: known, metrics }, as_of);
  // The marks are part of the page, not the rows that they are made from.
  const { results } = await queryClient.query({
    ...marketOptions(trpc, query),
    meta: { dehydrate: false },
    staleTime: "static",
  });
  return marksOf(type, results);
}
