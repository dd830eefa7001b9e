import type { CatalogIndex } from "#domain";
import type { MarketStore } from "#stores";
import { registerSource } from "../sources";
import { type FetchFeedOptions, fetchFeed } from "./fetchFeed";
import { type NewsFeed, parseNewsFeed } from "./parseNewsFeed";
import { storeNews } from "./storeNews";

export interface ReadNewsFeedOptions extends FetchFeedOptions {
  catalog: CatalogIndex;
  now: Date;
}

/**
 * Fetches one feed, which may take its time, and keeps nothing of it yet.
 * @returns keeps what is new of it, and says how many articles it wrote
 * @throws DomainError where it cannot be fetched or is no feed
 */
export async function readNewsFeed(
  address: string,
  { catalog, now, ...bounds }: ReadNewsFeedOptions,
): Promise<(store: MarketStore) => Promise<number>> {
  const feed = parseNewsFeed(await fetchFeed(address, bounds), { address, now });
  return (store) => keepNews(store, feed, { address, catalog });
}

async function keepNews(
  store: MarketStore,
  { title, items }: NewsFeed,
  { address, catalog }: { address: string; catalog: CatalogIndex },
): Promise<number> {
  const { host, origin, pathname } = new URL(address);
  const sourceId = await registerSource(store, {
    kind: "feed",
    label: title ?? host,
    // Without a query, which may carry a key.
    fileName: origin + pathname,
    isSample: false,
  });
  return storeNews(store, items, { catalog, sourceId });
}
