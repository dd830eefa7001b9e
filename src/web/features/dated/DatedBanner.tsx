import { formatDataVersion } from "../../format/formatDataVersion";
import { formatInstant } from "../../format/formatDate";
import { SearchLink } from "../table/query/SearchLink";
import type { DatedPage } from "./datedPage";

export interface DatedBannerProps {
  /** Undefined for a page that always shows the latest rows. */
  dated: DatedPage | undefined;
  /** Whether the page is embedded in another site, where it has no links. */
  isEmbed: boolean;
}

/** Says that a page shows earlier figures, or why it cannot, with a link to the latest ones. */
export function DatedBanner({ dated, isEmbed }: DatedBannerProps) {
  const point = dated?.point ?? null;
  const back = !isEmbed && (
    <SearchLink<{ as_of?: string }> patch={{ as_of: undefined }} className="underline hover:text-ink">
      {point === null ? "Remove the date" : "Show the latest figures"}
    </SearchLink>
  );
  return (
    <section
      aria-label="Earlier figures"
      className="mb-3 rounded-lg border bg-warning-soft px-4 py-3 text-md"
    >
      {point === null ? (
        <p>
          {dated === undefined
            ? "This page shows the latest rows: earlier ones are not kept."
            : `These are the latest figures. Earlier ones cannot be shown: the requested date ${dated.problem}.`}{" "}
          {back}
        </p>
      ) : (
        <p>
          Figures as published on <time dateTime={point.publishedAt}>{formatInstant(point.publishedAt)}</time>{" "}
          (data version {formatDataVersion(point.dataVersion)}
          {point.isLatest && ", the latest"}). Names and facts are those of the present catalog. {back}
        </p>
      )}
    </section>
  );
}
