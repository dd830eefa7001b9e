import { Rss } from "lucide-react";
import { NEWS_FEED_PATH } from "#domain/news";
import type { TableSpec } from "../features/table/query/tableQuery";
import { buttonClass } from "../ui/controls/Button";
import type { Screen } from "./frame/screen";
import type { Subject } from "./frame/subject";
import { rowsListed } from "./frame/subjects";
import { wholeTable } from "./sections/table";

const articles = {
  resource: "news",
  columns: ["title", "subjects", "publisher", "published_at"],
  perPage: 25,
} satisfies TableSpec;

/** Articles about assets and their parties, newest first. */
export const news: Screen<Subject> = {
  isUndated: true,
  subject: rowsListed(articles),
  header: {
    actions: () => (
      <a href={NEWS_FEED_PATH} type="application/atom+xml" className={buttonClass({ size: "sm" })}>
        <Rss aria-hidden="true" className="size-3.5" />
        Atom feed
      </a>
    ),
  },
  sections: [],
  lead: [wholeTable(articles)],
  head: ({ name, description }) => ({
    title: name,
    description: `${description} Search and filter by asset, network, platform and publisher.`,
  }),
};
