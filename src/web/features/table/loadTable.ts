import type { QueryInput } from "#domain";
import { errorCode, errorInWords } from "../../rpc/errorInWords";
import type { RouterContext } from "../../rpc/routerContext";
import { type FilteredField, filteredFields } from "./filteredFields";
import { type ColumnMeta, shownColumns, type TableSpec, tableQuery } from "./tableQuery";
import type { TableSearch } from "./tableSearch";

type Api = Pick<RouterContext, "trpc" | "queryClient">;

/** What a table shows beside its rows. Small, since it travels with the page; all fields are fetched when a reader wants to choose. */
export interface TableFields {
  label: string;
  /** What the resource says of itself. */
  doc: string;
  columns: readonly ColumnMeta[];
  /** The fields that the reader filters by. */
  filtered: readonly FilteredField[];
  /** The resource's longest page. */
  maxPerPage: number;
  /** The query that the rows answer. */
  query: QueryInput;
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
  const query = tableQuery(spec, search, meta);
  const [problem, filtered] = await Promise.all([
    queryClient
      .query({ ...trpc.market.table.queryOptions({ resource: spec.resource, query }), staleTime: "static" })
      .then(() => null, refusal),
    filteredFields({ trpc, queryClient }, search, meta.fields),
  ]);
  return {
    label: meta.label,
    doc: meta.doc,
    columns: shownColumns(spec, search, meta.fields),
    filtered,
    maxPerPage: meta.limits.max_per_page,
    query,
    problem,
  };
}

/** An address may name a field that does not exist, or a value that does not fit it: the rest of the page stands. */
function refusal(error: unknown): string {
  if (errorCode(error) === "BAD_REQUEST") return errorInWords(error);
  throw error;
}
