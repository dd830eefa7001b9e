import type { QueryClient, QueryFilters } from "@tanstack/react-query";

/**
 * Refetches the queries that a change affects, and cancels those that started before it. `invalidateQueries`
 * alone would accept the outdated response of an initial fetch in flight.
 */
export async function refetchChanged(queryClient: QueryClient, touched: QueryFilters): Promise<void> {
  // Active queries only: a page being opened waits for its fetch, and would show a cancelled one as an error.
  await queryClient.cancelQueries({ ...touched, type: "active" });
  await queryClient.invalidateQueries(touched);
}
