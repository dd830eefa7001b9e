import { z } from "zod";
import { readNewsFeed } from "#ingest";
import { StoppedError } from "../writerQueue";
import { changeMarketData } from "./changeMarketData";
import { operation } from "./operation";

/**
 * Reads every configured feed, one after the other. A feed that fails is told in the log and costs the others nothing;
 * one that is slow holds up no other writer, since only what it brought is kept in turn.
 */
export const readNews = operation({
  input: z.object({}),
  changesMarketData: false,
  run: async (application, _input, report) => {
    const { configuration, market, catalog, log } = application;
    const { newsFeeds } = configuration;
    let added = 0;
    let failed = 0;
    for (const [index, feed] of newsFeeds.entries()) {
      // A query may carry a key.
      const { origin, pathname } = new URL(feed);
      report(index / newsFeeds.length, `Reading ${origin}${pathname}`);
      try {
        const keep = await readNewsFeed(feed, { catalog, now: new Date() });
        added += await changeMarketData(application, () => keep(market));
      } catch (error) {
        if (error instanceof StoppedError) throw error;
        failed += 1;
        const reason = error instanceof Error ? error.message : String(error);
        log.warn({ feed: origin + pathname, reason }, "A news feed could not be read");
      }
    }
    return { added, failed };
  },
});
