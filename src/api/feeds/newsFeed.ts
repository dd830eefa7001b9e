/** The site's news as an Atom feed, newest first. */
import type { ListResponse, ResourceRow } from "#domain/api";
import { NEWS_FEED_PATH, readSubject } from "#domain/news";
import { parseQuery, type QueryInput } from "#domain/query";
import type { QueryName } from "#domain/resources";
import { listResource, type Market } from "#market";

export interface NewsFeedOptions {
  market: Market;
  brand: string;
  /** Public URL without a final slash. */
  baseUrl: string;
}

const MOST = 50;

const textOf = (row: ResourceRow, field: string): string | null => {
  const value = row[field];
  return typeof value === "string" && value !== "" ? value : null;
};

export async function newsFeed({ market, brand, baseUrl }: NewsFeedOptions): Promise<string> {
  // Loaded with the first feed, since its 150 files would delay the start.
  const { generateAtomFeed } = await import("feedsmith");
  const { results }: ListResponse = await listResource(market, {
    resource: "news",
    query: parseQuery({
      sort: { field: "published_at", direction: "desc" },
      pagination: { page: 1, perPage: MOST },
      fields: ["title", "summary", "publisher", "published_at", "url", "subjects", "is_sample"],
    } satisfies QueryInput<QueryName<"news">>),
  });
  const entries = results.map((row) => {
    const when = new Date(textOf(row, "published_at") ?? 0);
    const summary = textOf(row, "summary");
    const subjects = Array.isArray(row.subjects) ? row.subjects.map(String) : [];
    return {
      id: `${baseUrl}/news#${row.id}`,
      title: { value: `${row.is_sample === true ? "Sample: " : ""}${String(row.title)}` },
      updated: when,
      published: when,
      links: [{ href: textOf(row, "url") ?? `${baseUrl}/news`, rel: "alternate" }],
      authors: [{ name: String(row.publisher) }],
      categories: subjects.map(readSubject).map(({ kind, slug, name }) => ({
        term: `${kind}/${slug}`,
        label: name,
      })),
      ...(summary === null ? {} : { summary: { value: summary } }),
    };
  });
  return generateAtomFeed({
    id: `${baseUrl}/news`,
    title: { value: `${brand}: news` },
    updated: entries[0]?.updated ?? new Date(0),
    links: [
      { href: `${baseUrl}${NEWS_FEED_PATH}`, rel: "self", type: "application/atom+xml" },
      { href: `${baseUrl}/news`, rel: "alternate", type: "text/html" },
    ],
    entries,
  });
}
