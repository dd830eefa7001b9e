import type { CatalogIndex } from "#domain";
import type { MarketStore } from "#stores";
import { registerSource } from "../sources";
import { type FetchFeedOptions, fetchFeed } from "./fetchFeed";
import { parseNewsFeed } from "./parseNewsFeed";
import { storeNews } from "./storeNews";

export interface ReadNewsFeedOptions extends FetchFeedOptions {
  catalog: CatalogIndex;
  now: Date;
}

/**
 * Reads one feed and keeps what is new of it.
 * @returns how many articles were written
 * @throws DomainError where it cannot be fetched or is no feed
 */
export async function readNewsFeed(
  store: MarketStore,
  address: string,
  { catalog, now, ...bounds }: ReadNewsFeedOptions,
): Promise<number> {
  const { title, items } = parseNewsFeed(await fetchFeed(address, bounds), { address, now });
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
