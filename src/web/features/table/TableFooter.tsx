import type { MouseEvent } from "react";
import type { PageInfo } from "#domain";
import { Pagination } from "../../ui/controls/Pagination";
import { SegmentedControl } from "../../ui/controls/SegmentedControl";
import { CursorLinks, type Cursors, type PageWords } from "./CursorLinks";
import { perPageChoices } from "./query/rowsPerPage";
import { SearchLink } from "./query/SearchLink";

export interface TableFooterProps {
  /** What the rows are, such as "Networks". */
  label: string;
  /** Rows on a page, as asked. */
  perPage: number;
  maxPerPage: number;
  pagination: Pick<PageInfo, "page" | "perPage" | "pageCount" | "resultCount">;
  /** Where rows are paged by key: how they are led through, and what one of them is called. */
  byKey?: { cursors: Cursors; words: PageWords; singular: string };
}

/** Which of all rows are on a page with a number. */
function rangeOf({ page, perPage, resultCount }: TableFooterProps["pagination"]): string {
  const first = ((page ?? 1) - 1) * perPage + 1;
  return `${counted(first)}–${counted(Math.min(first - 1 + perPage, resultCount))} of ${counted(resultCount)}`;
}

const counted = (rows: number) => rows.toLocaleString("en-US");

/** Another page is read from its first row on. The link has prevented what a click does by itself. */
function toFirstRow({ currentTarget, target, defaultPrevented }: MouseEvent<HTMLElement>): void {
  if (!defaultPrevented || !(target instanceof Element) || target.closest("nav a") === null) return;
  currentTarget.parentElement?.scrollIntoView({ block: "start" });
}

/** Where a table's page stands among all of its rows, and how to get to others. */
export function TableFooter({ label, perPage: asked, maxPerPage, pagination, byKey }: TableFooterProps) {
  const { page, pageCount, resultCount } = pagination;
  const name = `Pages of ${label.toLowerCase()}`;
  const choices = perPageChoices.filter((choice) => choice <= maxPerPage);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: it listens to the links within
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
            value={String(asked)}
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
