import { Link } from "@tanstack/react-router";
import type { ResourceRow } from "#domain/api";
import { type NewsTagKind, newsTagKinds } from "#domain/vocabulary";
import { formatDate } from "../../format/formatDate";
import { textOf } from "../../format/textOf";
import { Badge } from "../../ui/display/Badge";
import { Card } from "../../ui/display/Card";
import { TitleLink } from "../../ui/display/TitleLink";
import { type Section, section } from "../frame/section";
import type { ProfileSubject } from "../frame/subject";

interface RelatedNewsProps {
  /** Kind of the articles' subject. */
  kind: NewsTagKind;
  slug: string;
  /** Newest first. */
  news: readonly ResourceRow[];
  /** Number of articles on the subject. */
  count: number;
}

/** The newest articles about an asset or its parties. */
const RelatedNews = ({ kind, slug, news, count }: RelatedNewsProps) => (
  <Card
    title="Related news"
    padded={false}
    footer={
      count > news.length && (
        <Link
          to="/news"
          search={{ filters: [[`${kind}_tags`, "in", [slug]]] }}
          className="inline-block min-h-6 underline hover:text-ink"
        >
          All {count.toLocaleString("en-US")} articles
        </Link>
      )
    }
  >
    <ul className="divide-y">
      {news.map((item) => (
        <li key={item.id} className="min-w-0 break-words px-4 py-2">
          <p className="text-md">
            <TitleLink address={textOf(item.url)}>
              <span className="font-medium">{String(item.title)}</span>
            </TitleLink>{" "}
            {item.is_sample === true && <Badge>Sample</Badge>}
          </p>
          <p className="text-faint text-sm">
            {String(item.publisher)} ·{" "}
            <time dateTime={String(item.published_at)}>{formatDate(String(item.published_at))}</time>
          </p>
        </li>
      ))}
    </ul>
  </Card>
);

const NEWEST = 5;

/** The newest articles tagged with the subject; omitted if there are none, and for kinds without tags. */
export const relatedNews: Section<ProfileSubject> = section({
  queries: ({ subject }: { subject: ProfileSubject }) => {
    const kind = tagKindOf(subject);
    return {
      news:
        kind === undefined
          ? undefined
          : ({
              rowsOf: "news",
              filter: { operator: "in", field: `${kind}_tags`, value: [subject.slug] },
              sort: { field: "published_at", direction: "desc" },
              pagination: { page: 1, perPage: NEWEST },
              fields: ["title", "publisher", "published_at", "url", "is_sample"],
            } as const),
    };
  },
  render: ({ news }, { subject }) => {
    const kind = tagKindOf(subject);
    return (
      kind !== undefined &&
      news !== undefined &&
      news.results.length > 0 && (
        <RelatedNews
          kind={kind}
          slug={subject.slug}
          news={news.results}
          count={news.pagination.resultCount}
        />
      )
    );
  },
});

const tagKindOf = ({ kind }: ProfileSubject): NewsTagKind | undefined =>
  newsTagKinds.find((one) => one === kind);
