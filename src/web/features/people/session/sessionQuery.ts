import { queryOptions } from "@tanstack/react-query";
import { getSession, reportToServer } from "./sessionClient";

/** The open session, asked for in the browser alone: pages of visitors without one are the same for all. */
export const sessionQuery = queryOptions({
  queryKey: ["session"],
  queryFn: async () => {
    try {
      return await getSession();
    } catch (error) {
      reportToServer("CLIENT_FETCH_ERROR", error);
      throw error;
    }
  },
  // Signing out in another tab shows here when this one is looked at again.
  refetchOnWindowFocus: true,
  staleTime: 30_000,
  meta: { dehydrate: false },
});
