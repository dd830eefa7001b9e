import { formatFigure } from "../../format/formatNumber";
import type { PageSearch } from "../chartView/pageSearch";
import { SearchLink } from "../table/query/SearchLink";

export interface MoreRowsProps {
  /** Rows shown before a reader asks for all. */
  most: number;
  isWhole: boolean;
  /** How many rows are shown: where there are none, no more of them follow. */
  listed: number;
  /** How many rows were not read. */
  unread: number;
  /** How many of those read are left out, since nothing is known of them. */
  unknown?: number;
  /** What asks for all rows, and what for the largest only. */
  whole: PageSearch;
  largest: PageSearch;
}

/** The foot of a ranking: a way to all of its rows or back, and how many have no place in it; null where there is neither. */
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

/** Whether there is anything to say below a ranking. */
export const hasMoreRows = ({
  isWhole,
  listed,
  unread,
  unknown = 0,
}: Pick<MoreRowsProps, "isWhole" | "listed" | "unread" | "unknown">): boolean =>
  listed > 0 && (isWhole || unread + unknown > 0);
