import type { MouseEvent } from "react";
import type { PageInfo } from "#domain/api";
import { Pagination } from "../../ui/controls/Pagination";
import { SegmentedControl } from "../../ui/controls/SegmentedControl";
import { CursorLinks, type Cursors, type PageWords } from "./CursorLinks";
import { perPageChoices } from "./query/rowsPerPage";
import { SearchLink } from "./query/SearchLink";

export interface TableFooterProps {
  /** Plural name of the rows, such as "Networks". */
  label: string;
  /** Requested number of rows per page. */
  perPage: number;
  maxPerPage: number;
  pagination: Pick<PageInfo, "page" | "perPage" | "pageCount" | "resultCount">;
  /** Cursors and labels of rows that are paged by cursor, and the singular name of a row. */
  byKey?: { cursors: Cursors; words: PageWords; singular: string };
}

/** Range of the rows on a numbered page. */
function rangeOf({ page, perPage, resultCount }: TableFooterProps["pagination"]): string {
  const first = ((page ?? 1) - 1) * perPage + 1;
  return `${counted(first)}–${counted(Math.min(first - 1 + perPage, resultCount))} of ${counted(resultCount)}`;
}

const counted = (rows: number) => rows.toLocaleString("en-US");

/** Scrolls to the first row of another page. The router link has prevented the default navigation. */
function toFirstRow({ currentTarget, target, defaultPrevented }: MouseEvent<HTMLElement>): void {
  if (!defaultPrevented || !(target instanceof Element) || target.closest("nav a") === null) return;
  currentTarget.parentElement?.scrollIntoView({ block: "start" });
}

/** The position of the page among all rows, and links to other pages. */
export function TableFooter({
  label,
  perPage: requestedPerPage,
  maxPerPage,
  pagination,
  byKey,
}: TableFooterProps) {
  const { page, pageCount, resultCount } = pagination;
  const name = `Pages of ${label.toLowerCase()}`;
  const choices = perPageChoices.filter((choice) => choice <= maxPerPage);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: handles clicks of the links within
    <div
      className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-t px-3 py-2 text-muted text-sm"
      onClick={toFirstRow}
    >
      <output>
        {byKey === undefined
          ? rangeOf(pagination)
          : `${counted(resultCount)} ${resultCount === 1 ? byKey.singular : label.toLowerCase()}`}
      </output>
      {byKey !== undefined ? (
        pageCount > 1 && <CursorLinks label={name} words={byKey.words} cursors={byKey.cursors} />
      ) : (
        <Pagination
          label={name}
          page={page ?? 1}
          pageCount={pageCount}
          linkTo={(to) => <SearchLink patch={{ page: to === 1 ? undefined : to }} />}
        />
      )}
      {resultCount > Math.min(...choices) && (
        <div className="no-print flex items-center gap-2 max-sm:hidden">
          Rows
          <SegmentedControl
            label="Rows per page"
            size="xs"
            value={String(requestedPerPage)}
            segments={choices.map((choice) => ({
              value: String(choice),
              label: choice,
              name: `${choice} rows per page`,
              link: <SearchLink patch={{ perPage: choice }} />,
            }))}
          />
        </div>
      )}
    </div>
  );
}
