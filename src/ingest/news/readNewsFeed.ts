import { type FetchFeedOptions, fetchFeed } from "./fetchFeed";
import { type NewsFeed, parseNewsFeed } from "./parseNewsFeed";

/**
 * Fetches one feed, which can be slow.
 * @throws DomainError if it cannot be fetched or is not a feed
 */
export async function readNewsFeed(
  address: string,
  { now, ...bounds }: FetchFeedOptions & { now: Date },
): Promise<NewsFeed> {
  return parseNewsFeed(await fetchFeed(address, bounds), { address, now });
}
