import { Link } from "@tanstack/react-router";
import type { ResourceRow } from "#domain";
import { formatDate } from "../../format/formatDate";
import { textOf } from "../../format/textOf";
import { Badge } from "../../ui/Badge";
import { Card } from "../../ui/Card";

export interface RelatedNewsProps {
  /** Of the asset. */
  slug: string;
  /** The newest first. */
  news: readonly ResourceRow[];
  /** Of all articles about it. */
  count: number;
}

/** The newest articles about an asset. */
export const RelatedNews = ({ slug, news, count }: RelatedNewsProps) => (
  <Card
    title="Related news"
    padded={false}
    footer={
      count > news.length && (
        <Link
          to="/news"
          search={{ filters: [["asset_tags", "in", [slug]]] }}
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
            <Title item={item} /> {item.is_sample === true && <Badge>Sample</Badge>}
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

function Title({ item }: { item: ResourceRow }) {
  const address = textOf(item.url);
  const title = <span className="font-medium">{String(item.title)}</span>;
  if (address === null || !/^https?:\/\//.test(address)) return title;
  return (
    <a href={address} target="_blank" rel="noopener noreferrer" className="hover:text-accent hover:underline">
      {title}
      <span className="sr-only"> (opens in a new tab)</span>
    </a>
  );
}
