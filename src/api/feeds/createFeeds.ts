import { type Context, Hono } from "hono";
import type { Logger } from "pino";
import { z } from "zod";
import { createLimits, type Limits, tooMany, visitorKey } from "#accounts/limits";
import { NEWS_FEED_PATH } from "#domain/news";
import { invalidAt, parseQueryText } from "#domain/query";
import type { Market } from "#market";
import { forVisitor } from "#stores";
import { matchesETag } from "../http/matchesETag";
import { rateHeaders } from "../http/rateHeaders";
import { entityTag } from "../rest/entityTag";
import { errorResponse } from "../rest/errorResponse";
import type { RestEnvironment } from "../rest/restDependencies";
import { atomFeed } from "./atomFeed";
import { launchFeed, launchKinds } from "./launchFeed";
import { newsFeed } from "./newsFeed";

export interface FeedsOptions {
  market: Market;
  brand: string;
  /** Public URL without a final slash. */
  baseUrl: string;
  log?: Pick<Logger, "error" | "warn">;
  /** Network address of a request, for limits. */
  networkAddress?: (request: Request) => string;
  /** Default: the default limits, counted for these feeds. */
  limits?: Pick<Limits, "feeds">;
}

/** Readers do not poll more often than this. */
const MAX_AGE_SECONDS = 300;

const kindSchema = z.enum(launchKinds).default("asset");

/** Returns the text of a feed. */
type MakeFeed = (c: Context<RestEnvironment>) => Promise<string>;

/**
 * Feeds for news readers, which have no key: `/news.atom`, and `/new-asset-monitor.atom?kind=token&query={"filter":…}`
 * with the query of the API. Responses are publicly cacheable for five minutes, then revalidated by tag.
 */
export function createFeeds(options: FeedsOptions): Hono {
  const { market, brand, baseUrl, log, networkAddress, limits = createLimits(null) } = options;
  const respondWith = (make: MakeFeed) => async (c: Context<RestEnvironment>) => {
    try {
      const address = networkAddress?.(c.req.raw) ?? "everybody";
      const state = await limits.feeds.countAddress(address);
      for (const [name, value] of Object.entries(rateHeaders(state))) c.header(name, value);
      if (state.isOver) throw tooMany(state.limit, state.retryAfter);
      const tag = await entityTag(c, market, "atom");
      const head = {
        "Cache-Control": `public, max-age=${MAX_AGE_SECONDS}`,
        ETag: tag,
        "Content-Type": "application/atom+xml; charset=utf-8",
      };
      const ifNoneMatch = c.req.header("if-none-match");
      // `*` matches any existing feed, which is only known once the feed is created.
      if (ifNoneMatch?.trim() !== "*" && matchesETag(ifNoneMatch, tag)) return c.body(null, 304, head);
      const visitor = { visitor: visitorKey({ networkAddress: address }), signal: c.req.raw.signal };
      const text = await forVisitor(visitor, () => make(c));
      return matchesETag(ifNoneMatch, tag) ? c.body(null, 304, head) : c.body(text, 200, head);
    } catch (error) {
      return errorResponse(c, error, log);
    }
  };
  const app = new Hono<RestEnvironment>();
  app.get(
    NEWS_FEED_PATH,
    respondWith(() => newsFeed({ market, brand, baseUrl })),
  );
  app.get(
    "/new-asset-monitor.atom",
    respondWith(async (c) => {
      const kind = kindSchema.safeParse(c.req.query("kind"));
      if (!kind.success) throw invalidAt("kind", `must be ${launchKinds.join(" or ")}`);
      const { pathname, search } = new URL(c.req.url);
      const query = parseQueryText(c.req.query("query"));
      const feed = await launchFeed(market, { kind: kind.data, query });
      return atomFeed(feed, { brand, baseUrl, self: pathname + search });
    }),
  );
  return new Hono().route("/", app);
}
