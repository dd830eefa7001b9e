import { Pagination } from "../../ui/Pagination";
import { SegmentedControl } from "../../ui/SegmentedControl";
import { perPageChoices } from "./rowsPerPage";
import { SearchLink } from "./SearchLink";

export interface TableFooterProps {
  /** What the rows are, such as "Networks". */
  label: string;
  /** Rows on a page, as asked. */
  perPage: number;
  maxPerPage: number;
  pagination: { page: number; perPage: number; pageCount: number; resultCount: number };
}

/** Where a table's page stands among all of its rows, and how to get to others. */
export function TableFooter({ label, perPage: asked, maxPerPage, pagination }: TableFooterProps) {
  const { page, perPage, pageCount, resultCount } = pagination;
  const first = (page - 1) * perPage + 1;
  const choices = perPageChoices.filter((choice) => choice <= maxPerPage);
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-t px-3 py-2 text-muted text-sm">
      <output>
        {first.toLocaleString("en-US")}–{Math.min(page * perPage, resultCount).toLocaleString("en-US")} of{" "}
        {resultCount.toLocaleString("en-US")}
      </output>
      <Pagination
        label={`Pages of ${label.toLowerCase()}`}
        page={page}
        pageCount={pageCount}
        linkTo={(to) => <SearchLink patch={{ page: to === 1 ? undefined : to }} />}
      />
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
              link: <SearchLink patch={{ perPage: choice, page: undefined }} />,
            }))}
          />
        </div>
      )}
    </div>
  );
}
