import { type Watchlist, watchedKinds } from "#domain/people";
import { idsOf, WatchlistView } from "../features/watchedFigures/WatchlistView";
import { valuesOnDay, watchedQuery } from "../features/watchedFigures/watchedQueries";
import type { Screen } from "./frame/screen";
import type { ScreenContext, Section } from "./frame/section";
import type { Subject } from "./frame/subject";
import { wholeMarket } from "./frame/subjects";
import { freshness } from "./sections/provenance";

/** Fetches the rows of the watchlist, and their values at the last visit. */
function loadFigures({ api: { trpc, queryClient } }: ScreenContext, list: Watchlist): Promise<unknown> {
  const { since } = list;
  return Promise.all(
    watchedKinds.map(async (kind) => {
      const ids = idsOf(list, kind);
      if (ids.length === 0) return;
      await Promise.all([
        queryClient.query({
          ...trpc.market.table.queryOptions(watchedQuery(kind, ids)),
          staleTime: "static",
        }),
        since !== null &&
          queryClient.query({
            ...trpc.market.series.queryOptions(valuesOnDay(kind, ids, since)),
            staleTime: "static",
          }),
      ]);
    }),
  );
}

const watched: Section = {
  load: async (context) => {
    const { trpc, queryClient } = context.api;
    const list = await queryClient.query({ ...trpc.watchlist.get.queryOptions(), staleTime: "static" });
    await loadFigures(context, list);
  },
  show: () => <WatchlistView />,
};

/** The user's watchlist, with totals and changes since the last visit. */
export const watchlist: Screen<Subject> = {
  isUndated: true,
  subject: wholeMarket("Watchlist"),
  header: {
    title: "Watchlist",
    description:
      "Assets, tokens and networks that you follow, and how they have changed since your last visit.",
    actions: freshness.show,
  },
  sections: [watched],
  head: () => ({ title: "Watchlist", description: "Assets, tokens and networks that you follow." }),
};
