import type { QueryClient, QueryFilters } from "@tanstack/react-query";

/**
 * Reads again what a change touched. A read that began before the change tells how things were, so it
 * is dropped: `invalidateQueries` alone would take the answer of a first read that is still on its way.
 */
export async function refetchChanged(queryClient: QueryClient, touched: QueryFilters): Promise<void> {
  // Of what is shown: a page that is being opened waits for its read, and shows a dropped one as a failure.
  await queryClient.cancelQueries({ ...touched, type: "active" });
  await queryClient.invalidateQueries(touched);
}
