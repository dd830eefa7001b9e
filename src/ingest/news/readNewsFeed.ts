import { type FetchFeedOptions, fetchFeed } from "./fetchFeed";
import { type NewsFeed, parseNewsFeed } from "./parseNewsFeed";

/**
 * Fetches one feed, which may take its time.
 * @throws DomainError where it cannot be fetched or is no feed
 */
export async function readNewsFeed(
  address: string,
  { now, ...bounds }: FetchFeedOptions & { now: Date },
): Promise<NewsFeed> {
  return parseNewsFeed(await fetchFeed(address, bounds), { address, now });
}
