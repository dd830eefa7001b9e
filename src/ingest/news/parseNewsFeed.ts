import { decodeHTML } from "entities";
import { parseFeed } from "feedsmith";
import { newsLimits } from "#domain/catalog";
import { DAY_MS } from "#domain/days";
import { InvalidError } from "#domain/errors";
import { cutText } from "#domain/text";
import type { NewsItem } from "./newsItem";

/**
 * The text of a piece of markup on one line, truncated at the end of a word. The result is only shown as
 * text; tags are removed for readability, not for safety.
 */
function plainWords(markup: string, max: number): string {
  const text = decodeHTML(
    cutText(markup, 100_000)
      .replace(/<(script|style)\b[\s\S]*?(<\/\1\s*>|$)/gi, " ")
      .replace(/<[^<>]*>/g, " "),
  )
    .replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\s]+/gu, " ")
    .trim();
  if (text.length <= max) return text;
  const cut = cutText(text, max - 1);
  const end = cut.lastIndexOf(" ");
  return `${cut.slice(0, end > max / 2 ? end : undefined).trimEnd()}…`;
}

/** Maximum number of items per reading; feeds start with the newest. */
const MAX_ITEMS = 200;

export interface NewsFeed {
  /** The feed's own title; null for none. */
  title: string | null;
  items: NewsItem[];
}

interface RawItem {
  title?: string | undefined;
  summary?: string | undefined;
  link?: string | undefined;
  date?: string | undefined;
}

interface RawFeed {
  title?: string | undefined;
  items: RawItem[];
}

/**
 * Parses an RSS, Atom, RDF or JSON feed. An item without title, web address or date, or from the future, is
 * left out.
 *
 * @param address of the feed: relative links are resolved against it, and its host names a publisher without
 * a title
 * @throws InvalidError if it is not a feed
 */
export function parseNewsFeed(text: string, { address, now }: { address: string; now: Date }): NewsFeed {
  const feed = readFeed(text);
  const title = plainWords(feed.title ?? "", newsLimits.publisher);
  const publisher = title === "" ? new URL(address).hostname : title;
  const items = feed.items.slice(0, MAX_ITEMS).flatMap((item): NewsItem[] => {
    const words = plainWords(item.title ?? "", newsLimits.title);
    const url = absolute(item.link, address);
    const publishedAt = new Date(item.date ?? Number.NaN);
    const time = publishedAt.getTime();
    if (words === "" || url === null || !(time >= 0 && time <= now.getTime() + DAY_MS)) return [];
    const summary = plainWords(item.summary ?? "", newsLimits.summary);
    return [
      {
        id: null,
        title: words,
        summary: summary === "" ? null : summary,
        publisher,
        url,
        publishedAt,
        assets: [],
      },
    ];
  });
  return { title: title === "" ? null : title, items };
}

function readFeed(text: string): RawFeed {
  try {
    const { format, feed } = parseFeed(text);
    switch (format) {
      case "atom":
        return {
          title: feed.title?.value,
          items: (feed.entries ?? []).map(({ title, summary, content, links = [], published, updated }) => ({
            title: title?.value,
            summary: summary?.value ?? content?.value,
            link: (links.find(({ rel = "alternate" }) => rel === "alternate") ?? links[0])?.href,
            date: published ?? updated,
          })),
        };
      case "json":
        return {
          title: feed.title,
          items: (feed.items ?? []).map((item) => ({
            title: item.title,
            summary: item.summary ?? item.content_text ?? item.content_html,
            link: item.url ?? item.external_url,
            date: item.date_published ?? item.date_modified,
          })),
        };
      case "rdf":
        return {
          title: feed.title,
          items: (feed.items ?? []).map(({ title, description, link, dc }) => ({
            title,
            summary: description,
            link,
            date: dc?.dates?.[0],
          })),
        };
      default:
        return {
          title: feed.title,
          items: (feed.items ?? []).map(({ title, description, link, guid, pubDate, dc }) => ({
            title,
            summary: description,
            link: link ?? guid?.value,
            date: pubDate ?? dc?.dates?.[0],
          })),
        };
    }
  } catch (cause) {
    throw new InvalidError("It is not an RSS, Atom, RDF or JSON feed.", [], { cause });
  }
}

/** Null for anything but a web address. */
function absolute(link: string | undefined, base: string): string | null {
  if (link === undefined || !URL.canParse(link.trim(), base)) return null;
  const url = new URL(link.trim(), base);
  return url.protocol === "https:" || url.protocol === "http:" ? url.href : null;
}
