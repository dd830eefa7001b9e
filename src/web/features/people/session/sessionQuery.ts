import { queryOptions } from "@tanstack/react-query";
import { getSession, reportToServer } from "./sessionClient";

/** The current session. Only requested in the browser, so that cached pages are the same for all visitors. */
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
  // Detects a sign-out in another tab when this one gets the focus.
  refetchOnWindowFocus: true,
  staleTime: 30_000,
  meta: { dehydrate: false },
});
