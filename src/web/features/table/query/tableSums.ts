/** The sums of a table's columns, over all selected rows and not only the page. */
import { queryOptions } from "@tanstack/react-query";
import type { TRPCQueryKey } from "@trpc/tanstack-react-query";
import type { AggregateRow, AggregatesResponse } from "#domain/api";
import { addsUp, metricByName } from "#domain/metrics";
import { allOf, type QueryInput } from "#domain/query";
import type { RouterContext } from "../../../rpc/routerContext";
import type { ColumnMeta, TableSpec } from "./tableQuery";
import { searchFilter, type TableSearch } from "./tableSearch";

/** True if the values of a column can be summed: amounts can, prices, rates and shares cannot. */
export const hasSum = ({ name, type }: Pick<ColumnMeta, "name" | "type">): boolean => {
  const metric = type === "metric" ? metricByName(name) : undefined;
  return metric !== undefined && addsUp(metric);
};

const summed = ["assets", "tokens"] as const;

/** The resource whose figures a table sums; undefined for rows that are neither assets nor tokens. */
const summedResource = ({ resource, totals }: TableSpec) =>
  summed.find((one) => one === (totals?.resource ?? resource));

/**
 * The query of the sums of a table; null if no column can be summed, or if a search applies, which only lists
 * support.
 */
export function sumsQuery(
  spec: TableSpec,
  search: TableSearch,
  columns: readonly ColumnMeta[],
): QueryInput | null {
  const fields = columns.filter(hasSum).map(({ name }) => name);
  if (summedResource(spec) === undefined || search.q !== undefined || fields.length === 0) return null;
  const filter = allOf(spec.filter, searchFilter(search));
  return { ...(filter && { filter }), fields };
}

/** Query options of the sums, as one row. */
export function sumsOptions(trpc: RouterContext["trpc"], spec: TableSpec, query: QueryInput) {
  const { queryKey, queryFn } = trpc.market.totals.queryOptions({
    resource: summedResource(spec) ?? "assets",
    query,
  });
  return queryOptions<AggregatesResponse, Error, AggregateRow | undefined, TRPCQueryKey>({
    queryKey,
    queryFn,
    select: ({ results }) => results[0],
  });
}
