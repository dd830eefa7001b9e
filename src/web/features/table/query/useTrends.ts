import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { MetricTrends } from "#domain/api";
import { marketOptions, type TrendsQuery } from "../../../rpc/marketQueries";
import { useTrpc } from "../../../rpc/useTrpc";

/** Sparkline values of groups by id. */
export type Trends = ReadonlyMap<string, readonly (number | null)[]>;

const none: TrendsQuery = { trendsOf: [], filter: null, groupBy: "date", most: 1 };

export const trendsById = ({ results }: MetricTrends): Trends =>
  new Map(results.map(({ id, shape }) => [String(id), shape]));

/** Trends that a loader has fetched; empty for null, and while there is no response. */
export function useTrends(query: TrendsQuery | null): Trends {
  const { data } = useQuery({
    ...marketOptions(useTrpc(), query ?? none),
    placeholderData: keepPreviousData,
    enabled: query !== null,
  });
  return query === null || data === undefined ? new Map() : trendsById(data);
}
