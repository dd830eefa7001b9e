/** Which current figures break a check, and the words of the mark beside them. */
import type { ResourceRow } from "#domain/api";
import { DAY_MS, isoDay } from "#domain/days";
import { CARRY_DAYS } from "#domain/metrics";
import { allOf, type Filter, isEqual } from "#domain/query";
import { type EntityType, entityTypes, type FieldName } from "#domain/resources";
import { wordsOfValue } from "#domain/vocabulary";
import { formatDate } from "../../format/formatDate";
import { marketOptions, type RowsQuery } from "../../rpc/marketQueries";
import type { RouterContext } from "../../rpc/routerContext";

export interface CheckMark {
  /** Id of the result. */
  id: number;
  /** `Stale price`. */
  name: string;
  /** `Warning`. */
  severity: string;
  /** The day on which it was found, `27 Nov 2026`. */
  since: string;
  /** The result in one line. */
  words: string;
}

/** Marks by `markKey`. */
export type CheckMarks = Readonly<Record<string, CheckMark>>;

/** The most results that are read for a page or a table. */
const MOST = 100;

type ChecksFilter = Filter<FieldName<"checks">>;

/** The fields that a mark is made from. */
export const markFields = [
  "check_slug",
  "severity",
  "measure_slug",
  "subject_type",
  "subject_id",
  "asset_id",
  "statement",
  "since",
] as const satisfies readonly FieldName<"checks">[];

/** Query for the open results about current figures, those of the last days before `asOf`; errors first. */
const currentQuery = (which: ChecksFilter | null, asOf: string | null): RowsQuery<"checks"> => ({
  rowsOf: "checks",
  filter: allOf<FieldName<"checks">>(
    isEqual("state", "open"),
    which,
    asOf === null
      ? null
      : { operator: "onOrAfter", field: "last_date", value: isoDay(Date.parse(asOf) - CARRY_DAYS * DAY_MS) },
  ),
  sort: { field: "severity", direction: "asc" },
  pagination: { page: 1, perPage: MOST },
  fields: markFields,
});

/** The kinds by whose id results about their tokens are found, and the field with that id. */
const listedBy: Partial<Record<EntityType, FieldName<"checks">>> = {
  asset: "asset_id",
  asset_class: "asset_class_id",
  network: "network_id",
  platform: "protocol_id",
  issuer: "issuer_id",
};

export interface MarkedEntity {
  kind: EntityType;
  id: number;
}

/** Results about an entity and, for kinds that results name, about its assets and tokens. */
export function resultsAbout({ kind, id }: MarkedEntity): ChecksFilter {
  const own: ChecksFilter = {
    operator: "and",
    filters: [isEqual("subject_type", kind), isEqual("subject_id", id)],
  };
  const field = listedBy[kind];
  return field === undefined ? own : { operator: "or", filters: [isEqual(field, id), own] };
}

/** Query for the marks of a page about an entity, or about the whole market. */
export const pageMarksQuery = (entity: MarkedEntity | null, asOf: string | null) =>
  currentQuery(entity && resultsAbout(entity), asOf);

/** Marks by figure. A figure of an asset has those of its tokens too. */
export function marksOf(results: readonly ResourceRow[]): CheckMarks {
  const marks: Record<string, CheckMark> = {};
  for (const row of results) {
    const metric = String(row.measure_slug);
    const mark = markOf(row);
    // Errors come first, and replace others of the same figure.
    marks[markKey(String(row.subject_type), Number(row.subject_id), metric)] ??= mark;
    if (row.subject_type === "token" && row.asset_id !== null) {
      marks[markKey("asset", Number(row.asset_id), metric)] ??= mark;
    }
  }
  return marks;
}

export const markOf = (row: ResourceRow): CheckMark => ({
  id: Number(row.id),
  name: wordsOfValue(String(row.check_slug)),
  severity: wordsOfValue(String(row.severity)),
  since: formatDate(String(row.since).slice(0, 10)),
  words: String(row.statement),
});

export const markKey = (kind: string, id: number | string, metric: string): string =>
  `${kind} ${id} ${metric}`;

/** `NAV of OUSG: last reported 5 days before the latest day. Warning since 27 Nov 2026.` */
export const sentenceOf = ({ words, severity, since }: CheckMark): string =>
  `${words} ${severity} since ${since}.`;

/** The results at `/status` that fulfil all conditions. */
export const statusHref = (conditions: readonly (readonly [string, "equals", string | number])[]): string =>
  `/status?filters=${encodeURIComponent(JSON.stringify(conditions))}#results`;

/** The row of a result on its page. */
export const resultHref = ({ id }: Pick<CheckMark, "id">): string => statusHref([["id", "equals", id]]);

/** The open results about an entity. */
export function allResultsHref({ kind, id, slug }: MarkedEntity & { slug: string }): string {
  const field = listedBy[kind];
  return statusHref([
    ["state", "equals", "open"],
    ...(field === undefined
      ? ([
          ["subject_type", "equals", kind],
          ["subject_id", "equals", id],
        ] as const)
      : ([[field.replace(/_id$/, "_slug"), "equals", slug]] as const)),
  ]);
}

interface MarkedRows {
  kind: string | null;
  ids: readonly unknown[];
  /** Slugs. */
  metrics: readonly string[];
}

/** The marks of the figures of a page of rows; none if its rows are no entities with figures. */
export async function loadMarks(
  { queryClient, trpc }: Pick<RouterContext, "queryClient" | "trpc">,
  { kind, ids, metrics }: MarkedRows,
): Promise<CheckMarks> {
  const type = entityTypes.find((one) => one === kind);
  const known = ids.filter((id) => typeof id === "number");
  if (type === undefined || known.length === 0 || metrics.length === 0) return {};
  const { as_of } = await queryClient.query({ ...trpc.market.status.queryOptions(), staleTime: "static" });
  const which: ChecksFilter = {
    operator: "and",
    filters: [
      ...(type === "asset" ? [] : [isEqual("subject_type" as const, type)]),
      { operator: "in", field: type === "asset" ? "asset_id" : "subject_id", value: known },
      { operator: "in", field: "measure_slug", value: [...metrics] },
    ],
  };
  // The marks are part of the page, not the rows that they are made from.
  const { results } = await queryClient.query({
    ...marketOptions(trpc, currentQuery(which, as_of)),
    meta: { dehydrate: false },
    staleTime: "static",
  });
  return marksOf(results);
}
