import { type NewsTagKind, newsTagKinds } from "#domain";
import { RelatedNews } from "../../features/news/RelatedNews";
import { type Section, section } from "../frame/section";
import type { ProfileSubject } from "../frame/subject";

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
