import { ChevronLeft, ChevronRight, ChevronsLeft, ChevronsRight } from "lucide-react";
import { cursorEnds, type Sort } from "#domain/query";
import type { Resource } from "#domain/resources";
import { buttonClass } from "../../ui/controls/Button";
import { SearchLink } from "./query/SearchLink";
import { firstPage, type TableSearch } from "./query/tableSearch";

export interface Cursors {
  /** `after` of the next page; null on the last. */
  next: string | null;
  /** `before` of the previous page; null on the first. */
  previous: string | null;
}

export interface CursorLinksProps {
  /** Accessible name of the navigation. */
  label: string;
  words: PageWords;
  cursors: Cursors;
}

/** Labels of the first, previous, next and last page. */
export type PageWords = readonly [first: string, previous: string, next: string, last: string];

const byTime: PageWords = ["Newest", "Newer", "Older", "Oldest"];
const byOther: PageWords = ["First", "Previous", "Next", "Last"];

/** Labels of the pages. Rows sorted by time have pages named by time. */
export function pageWords({ pagedByKey }: Pick<Resource, "pagedByKey">, sort: Sort): PageWords {
  if (pagedByKey === null || sort.field !== pagedByKey.time) return byOther;
  const [newest, newer, older, oldest] = byTime;
  return sort.direction === "asc" ? [oldest, older, newer, newest] : byTime;
}

/** Links from a page of a cursor-based list. Disabled links keep their position and the focus. */
export function CursorLinks({ label, words, cursors: { next, previous } }: CursorLinksProps) {
  const [first, back, on, last] = words;
  const className = buttonClass({ variant: "secondary", size: "sm" });
  const link = (patch: TableSearch, isThere: boolean) => ({
    patch: { ...firstPage, ...patch },
    className,
    ...(!isThere && { disabled: true, tabIndex: -1 }),
  });
  return (
    <nav aria-label={label} className="no-print">
      <ul className="flex items-center gap-0.5">
        <li>
          <SearchLink {...link({}, previous !== null)}>
            <ChevronsLeft aria-hidden="true" className="size-4 max-sm:hidden" />
            {first}
          </SearchLink>
        </li>
        <li>
          <SearchLink {...link({ before: previous ?? cursorEnds.before }, previous !== null)} rel="prev">
            <ChevronLeft aria-hidden="true" className="size-4 max-sm:hidden" />
            {back}
          </SearchLink>
        </li>
        <li>
          <SearchLink {...link({ after: next ?? cursorEnds.after }, next !== null)} rel="next">
            {on}
            <ChevronRight aria-hidden="true" className="size-4 max-sm:hidden" />
          </SearchLink>
        </li>
        <li>
          <SearchLink {...link({ before: cursorEnds.before }, next !== null)}>
            {last}
            <ChevronsRight aria-hidden="true" className="size-4 max-sm:hidden" />
          </SearchLink>
        </li>
      </ul>
    </nav>
  );
}
