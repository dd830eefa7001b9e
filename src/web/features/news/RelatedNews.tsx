import { Link } from "@tanstack/react-router";
import type { NewsTagKind, ResourceRow } from "#domain";
import { formatDate } from "../../format/formatDate";
import { textOf } from "../../format/textOf";
import { Badge } from "../../ui/display/Badge";
import { Card } from "../../ui/display/Card";
import { TitleLink } from "../../ui/display/TitleLink";

export interface RelatedNewsProps {
  /** Kind of the articles' subject. */
  kind: NewsTagKind;
  slug: string;
  /** Newest first. */
  news: readonly ResourceRow[];
  /** Number of articles on the subject. */
  count: number;
}

/** The newest articles about an asset or its parties. */
export const RelatedNews = ({ kind, slug, news, count }: RelatedNewsProps) => (
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
