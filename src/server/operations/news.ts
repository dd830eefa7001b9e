import { z } from "zod";
import { readNewsFeed } from "#ingest";
import { operation } from "./operation";

/** Reads every configured feed, one after the other. A feed that fails is told in the log and costs the others nothing. */
export const readNews = operation({
  input: z.object({}),
  changesMarketData: true,
  run: async ({ configuration, market, catalog, log }, _input, report) => {
    const { newsFeeds } = configuration;
    let added = 0;
    let failed = 0;
    for (const [index, feed] of newsFeeds.entries()) {
      // A query may carry a key.
      const { origin, pathname } = new URL(feed);
      report(index / newsFeeds.length, `Reading ${origin}${pathname}`);
      try {
        added += await readNewsFeed(market, feed, { catalog, now: new Date() });
      } catch (error) {
        failed += 1;
        const reason = error instanceof Error ? error.message : String(error);
        log.warn({ feed: origin + pathname, reason }, "A news feed could not be read");
      }
    }
    return { added, failed };
  },
});
