/** What the rows of a table add up to: over everything that is selected, not the page. */
import { queryOptions } from "@tanstack/react-query";
import type { TRPCQueryKey } from "@trpc/tanstack-react-query";
import {
  type AggregateRow,
  type AggregatesResponse,
  addsUp,
  allOf,
  metricByName,
  type QueryInput,
} from "#domain";
import type { RouterContext } from "../../../rpc/routerContext";
import type { ColumnMeta, TableSpec } from "./tableQuery";
import { searchFilter, type TableSearch } from "./tableSearch";

/** Whether the values of a column make a sum, by the rule of its metric: amounts do, prices, rates and shares do not. */
export const hasSum = ({ name, type }: Pick<ColumnMeta, "name" | "type">): boolean => {
  const metric = type === "metric" ? metricByName(name) : undefined;
  return metric !== undefined && addsUp(metric);
};

const summed = ["assets", "tokens"] as const;

/** The resource whose figures a table adds up; undefined for one whose rows are no assets and no tokens. */
const summedResource = ({ resource, totals }: TableSpec) =>
  summed.find((one) => one === (totals?.resource ?? resource));

/**
 * The query of the sums of a table; null where no column of it has one, and where words narrow it, which only lists know.
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
