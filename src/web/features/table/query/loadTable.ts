import { noop } from "@tanstack/react-query";
import { entityOf, type QueryInput, type Split } from "#domain";
import { errorCode, errorMessage } from "../../../rpc/errorMessage";
import { trendsOptions } from "../../../rpc/marketQueries";
import type { RouterContext } from "../../../rpc/routerContext";
import { type FilteredField, filteredFields } from "./filteredFields";
import { type ColumnMeta, shownColumns, type TableSpec, tableQuery } from "./tableQuery";
import { rowsOptions } from "./tableRows";
import type { TableSearch } from "./tableSearch";
import { sumsOptions, sumsQuery } from "./tableSums";
import { type TableTrend, tableTrend } from "./tableTrend";
import { totalsFields, totalsSplit } from "./totalsFields";

type Api = Pick<RouterContext, "trpc" | "queryClient">;

/** What a table shows beside its rows. Small, since it travels with the page; all fields are fetched when a reader wants to choose. */
export interface TableFields {
  label: string;
  /** What the resource says of itself. */
  doc: string;
  /** Name of the split by which the rows are totals; null for rows of the resource. */
  groupedBy: string | null;
  /** Name of the resource of which a row is one; blank where it is none. */
  rowsOf: string;
  columns: readonly ColumnMeta[];
  /** The fields that the reader filters by. */
  filtered: readonly FilteredField[];
  /** The resource's longest page. */
  maxPerPage: number;
  /** Rows on all pages together; null where the API refuses the query. */
  rowCount: number | null;
  /** The query that the rows answer. */
  query: QueryInput;
  /** The query of what all rows add up to; null where nothing of them does. */
  totals: QueryInput | null;
  /** The column of lines beside the rows; null where there is none. */
  trend: TableTrend | null;
  /** Why the API refuses that query, in words; null where it does not. */
  problem: string | null;
}

/** Query options of the resource's description; it stays on the server when a page is rendered there. */
export const metaOptions = (trpc: Api["trpc"], resource: string) => ({
  ...trpc.market.meta.queryOptions({ resource }),
  meta: { dehydrate: false },
});

/**
 * For a route's loader: fetches the rows that the address asks for into the
 * query cache, and returns what `ResourceTable` needs besides.
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
  const readRows = async () => {
    const { results: rows, pagination } = await queryClient.query({
      ...rowsOptions(trpc, spec, query),
      staleTime: "static",
    });
    const trend = tableTrend(spec, search, { columns, rows });
    // Rows stand without it.
    if (trend !== null) {
      await queryClient.query({ ...trendsOptions(trpc, trend.query), staleTime: "static" }).catch(noop);
    }
    return { trend, rowCount: pagination.resultCount, problem: null };
  };
  const [read, filtered] = await Promise.all([
    readRows().catch((error: unknown) => ({ trend: null, rowCount: null, problem: refusal(error) })),
    filteredFields({ trpc, queryClient }, search, meta.fields),
    totalled &&
      queryClient.query({ ...sumsOptions(trpc, spec, totalled), staleTime: "static" }).catch(refusal),
  ]);
  return {
    label: split === null ? meta.label : `Totals by ${split.label.toLowerCase()}`,
    doc: meta.doc,
    groupedBy: split?.name ?? null,
    rowsOf: split === null ? spec.resource : (resourceOfGroups(split) ?? ""),
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

/** An address may name a field that does not exist, or a value that does not fit it: the rest of the page stands. */
function refusal(error: unknown): string {
  if (errorCode(error) === "BAD_REQUEST") return errorMessage(error);
  throw error;
}
