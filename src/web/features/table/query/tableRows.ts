import { queryOptions } from "@tanstack/react-query";
import type { TRPCQueryKey } from "@trpc/tanstack-react-query";
import type { AggregateRow, AggregatesResponse, ListResponse, ResourceRow } from "#domain/api";
import type { QueryInput } from "#domain/query";
import { groupName, type SplitResource } from "#domain/resources";
import type { RouterContext } from "../../../rpc/routerContext";
import type { TableSpec } from "./tableQuery";

/** A page of rows of a table. */
export type TableRows = Pick<ListResponse, "results" | "sort" | "pagination" | "warnings">;

type Answer = ListResponse | AggregatesResponse;

/** Query options of the rows of a table, or of its totals. */
export function rowsOptions(trpc: RouterContext["trpc"], { resource, totals }: TableSpec, query: QueryInput) {
  if (totals === undefined) {
    const { queryKey, queryFn } = trpc.market.table.queryOptions({ resource, query });
    return queryOptions<Answer, Error, TableRows, TRPCQueryKey>({ queryKey, queryFn, select: asTokenRows });
  }
  const { queryKey, queryFn } = trpc.market.aggregates.queryOptions({ resource: totals.resource, query });
  return queryOptions<Answer, Error, TableRows, TRPCQueryKey>({
    queryKey,
    queryFn,
    select: totals.resource === "assets" ? asAssetRows : asTokenRows,
  });
}

const asRowsOf =
  (resource: SplitResource) =>
  ({ results, ...answer }: Answer): TableRows => ({
    ...answer,
    results: results.map((row) => rowOf(row, resource)),
  });

// Stable functions, so that a table is not recomputed at every render.
const asTokenRows = asRowsOf("tokens");
const asAssetRows = asRowsOf("assets");

/** A group as a row of its own resource, with the values that such a row has. */
function rowOf(row: ResourceRow | AggregateRow, resource: SplitResource): ResourceRow {
  if (!isTotal(row)) return row;
  const { group, ...figures } = row;
  return {
    ...figures,
    id: group.id ?? group.name,
    slug: group.slug,
    name: groupName(group, resource),
    color_hex: group.color,
  };
}

const isTotal = (row: ResourceRow | AggregateRow): row is AggregateRow =>
  typeof row.group === "object" && row.group !== null && "type" in row.group;
