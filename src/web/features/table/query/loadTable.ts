import { noop } from "@tanstack/react-query";
import type { QueryInput } from "#domain/query";
import { entityOf, kindListedBy, type Split } from "#domain/resources";
import { errorCode, errorMessage } from "../../../rpc/errorMessage";
import { marketOptions } from "../../../rpc/marketQueries";
import type { RouterContext } from "../../../rpc/routerContext";
import { type CheckMarks, loadMarks } from "../../checks/checkMarks";
import { type FilteredField, filteredFields } from "./filteredFields";
import { type ColumnMeta, metricNames, shownColumns, type TableSpec, tableQuery } from "./tableQuery";
import { rowsOptions } from "./tableRows";
import type { TableSearch } from "./tableSearch";
import { sumsOptions, sumsQuery } from "./tableSums";
import { type TableTrend, tableTrend } from "./tableTrend";
import { totalsFields, totalsSplit } from "./totalsFields";

type Api = Pick<RouterContext, "trpc" | "queryClient">;

/**
 * Data of a table other than its rows. Small, because it is part of the page; all fields are fetched when a
 * chooser opens.
 */
export interface TableFields {
  label: string;
  /** Description of the resource. */
  doc: string;
  /** Name of the grouping of totals; null for rows of the resource. */
  groupedBy: string | null;
  /** Slug of the resource of the rows; blank for none. */
  rowsOf: string;
  columns: readonly ColumnMeta[];
  /** The fields with active filters. */
  filtered: readonly FilteredField[];
  /** The resource's maximum page size. */
  maxPerPage: number;
  /** Number of rows on all pages; null if the API rejects the query. */
  rowCount: number | null;
  /** The query of the rows. */
  query: QueryInput;
  /** The query of the sums; null if no column can be summed. */
  totals: QueryInput | null;
  /** The sparkline column; null without one. */
  trend: TableTrend | null;
  /** Checks that figures of the rows break. */
  marks: CheckMarks;
  /** Error message if the API rejects the query, or null. */
  problem: string | null;
}

/** Query options of the resource's description, which is not sent with a server-rendered page. */
export const metaOptions = (trpc: Api["trpc"], resource: string) => ({
  ...trpc.market.meta.queryOptions({ resource }),
  meta: { dehydrate: false },
});

/**
 * For a route's loader: fetches the rows of the URL into the query cache, and returns the other data of
 * `ResourceTable`.
 *
 * @example
 * validateSearch: readTableSearch,
 * loaderDeps: ({ search }) => readTableSearch({ ...search }),
 * loader: ({ context, deps }) => loadTable(context, spec, deps),
 */
export async function loadTable(
  { trpc, queryClient }: Api,
  spec: TableSpec,
  search: TableSearch,
): Promise<TableFields> {
  const meta = await queryClient.query({ ...metaOptions(trpc, spec.resource), staleTime: "static" });
  const { totals } = spec;
  const split = totals === undefined ? null : totalsSplit(totals, search);
  const fields = split === null ? meta.fields : totalsFields(split, meta.fields);
  const query = tableQuery(spec, search, { ...meta, fields });
  const columns = shownColumns(spec, search, fields);
  const totalled = sumsQuery(spec, search, columns);
  const rowsOf = split === null ? spec.resource : (resourceOfGroups(split) ?? "");
  const readRows = async () => {
    const { results: rows, pagination } = await queryClient.query({
      ...rowsOptions(trpc, spec, query),
      staleTime: "static",
    });
    const trend = tableTrend(spec, search, { columns, rows });
    // Optional: the rows are shown without it.
    if (trend !== null) {
      await queryClient.query({ ...marketOptions(trpc, trend.query), staleTime: "static" }).catch(noop);
    }
    const marks = await loadMarks(
      { queryClient, trpc },
      { kind: kindListedBy(rowsOf), ids: rows.map(({ id }) => id), metrics: metricNames(columns) },
    ).catch(() => ({}));
    return { trend, marks, rowCount: pagination.resultCount, problem: null };
  };
  const [read, filtered] = await Promise.all([
    readRows().catch((error: unknown) => ({
      trend: null,
      marks: {},
      rowCount: null,
      problem: refusal(error),
    })),
    filteredFields({ trpc, queryClient }, search, meta.fields),
    totalled &&
      queryClient.query({ ...sumsOptions(trpc, spec, totalled), staleTime: "static" }).catch(refusal),
  ]);
  return {
    label: split === null ? meta.label : `Totals by ${split.label.toLowerCase()}`,
    doc: meta.doc,
    groupedBy: split?.name ?? null,
    rowsOf,
    columns,
    filtered,
    maxPerPage: meta.limits.max_per_page,
    query,
    totals: totalled,
    ...read,
  };
}

const resourceOfGroups = ({ grouping }: Split): string | undefined =>
  grouping?.entity == null ? undefined : entityOf(grouping.entity).resource;

/**
 * The error message of a URL with an unknown field or an invalid value. The rest of the page is still shown.
 */
function refusal(error: unknown): string {
  if (errorCode(error) === "BAD_REQUEST") return errorMessage(error);
  throw error;
}
