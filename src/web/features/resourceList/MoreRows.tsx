import { formatFigure } from "../../format/formatNumber";
import type { PageSearch } from "../chartView/pageSearch";
import { SearchLink } from "../table/query/SearchLink";

export interface MoreRowsProps {
  /** Number of rows before all are requested. */
  most: number;
  isWhole: boolean;
  /** Number of shown rows. Without any, no further rows are offered. */
  listed: number;
  /** Number of rows that were not fetched. */
  unread: number;
  /** Number of fetched rows that are omitted because their value is unknown. */
  unknown?: number;
  /** Search parameters for all rows, and for the largest only. */
  whole: PageSearch;
  largest: PageSearch;
}

/**
 * The footer of a ranking: a link to all rows or back, and the number of unranked rows; null without either.
 */
export function MoreRows({ most, isWhole, unread, unknown = 0, whole, largest }: MoreRowsProps) {
  const left = unread + unknown;
  const count = `${formatFigure(left, "count")} more`;
  const link = (patch: PageSearch, words: string) => (
    <SearchLink<PageSearch> patch={patch} className="inline-block py-1 underline hover:text-ink">
      {words}
    </SearchLink>
  );
  if (!isWhole && unread > 0) return link(whole, count);
  const rest =
    left > 0 &&
    `${count} ${unread > 0 ? "are smaller or have no data." : left === 1 ? "has no data." : "have no data."}`;
  return (
    <>
      {isWhole && link(largest, `Show ${most} only`)}
      {isWhole && rest && " "}
      {rest}
    </>
  );
}

/** True if the footer has content. */
export const hasMoreRows = ({
  isWhole,
  listed,
  unread,
  unknown = 0,
}: Pick<MoreRowsProps, "isWhole" | "listed" | "unread" | "unknown">): boolean =>
  listed > 0 && (isWhole || unread + unknown > 0);
