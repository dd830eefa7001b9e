import clsx from "clsx";
import { ArrowDown, ArrowUp } from "lucide-react";
import type { ReactNode } from "react";
import type { AggregateRow, ResourceRow } from "#domain/api";
import type { Lookback } from "#domain/metrics";
import type { Sort } from "#domain/query";
import { useEarlyInput } from "../../hydration/useEarlyInput";
import { Skeleton } from "../../ui/display/Skeleton";
import { Sparkline } from "../../ui/figures/Sparkline";
import { tableClass } from "../../ui/styles/popupClass";
import type { CheckMarks } from "../checks/checkMarks";
import type { Selection } from "../compare/useSelection";
import type { Watching } from "../watchlist/useWatchlist";
import { WatchStar } from "../watchlist/WatchButton";
import { watchedName } from "../watchlist/watchedName";
import { cellsOf, isFigure } from "./cells/Cell";
import { fitColumns } from "./columns/fitColumns";
import { SearchLink } from "./query/SearchLink";
import type { ColumnMeta } from "./query/tableQuery";
import { nextSort } from "./query/tableSearch";
import { hasSum } from "./query/tableSums";

interface SelectBoxProps {
  selection: Selection;
  slug: string;
  name: string;
}

/** Selects a table row. A native checkbox, because a page has a hundred. */
function SelectBox({ selection: { selected, isFull, set }, slug, name }: SelectBoxProps) {
  const isSelected = selected.has(slug);
  const change = (checked: boolean) => set(slug, name, checked);
  const box = useEarlyInput((input: HTMLInputElement) => input.checked, isSelected, change);
  return (
    <input
      ref={box}
      type="checkbox"
      className="select-box"
      aria-label={`Select ${name}`}
      checked={isSelected}
      disabled={isFull && !isSelected}
      onChange={({ target }) => change(target.checked)}
    />
  );
}

export interface SparklineColumn {
  /** Header of the column, such as "90 days", and its description. */
  label: string;
  doc: string;
  /** A row's values in date order; undefined without any. */
  valuesOf: (row: ResourceRow) => readonly (number | null)[] | undefined;
}

export interface DataTableProps {
  /** Accessible name of the table and its region. */
  label: string;
  resource: string;
  /** In order; the first names the row. */
  columns: readonly ColumnMeta[];
  /** Undefined while the first rows load. */
  rows: readonly ResourceRow[] | undefined;
  /** The applied sort; null renders plain headers. */
  sort: Sort | null;
  /** Look-back of the changes in metric cells. Default: 30 days. */
  period?: Lookback;
  /** True while other rows load. */
  stale?: boolean;
  /** A sparkline column after those of the resource, shown if there is space. */
  sparklines?: SparklineColumn;
  /** Sums of all rows, across pages. */
  sums?: AggregateRow;
  /** Search parameter that a row's name sets to its slug. */
  opens?: "place";
  /** Link of a row's name, for rows that are not entities. */
  linkOf?: (row: ResourceRow) => string | null;
  /** Checks that figures break. */
  marks?: CheckMarks;
  /** Selects rows with a checkbox before their names; null if they cannot be selected. */
  selection?: Selection | null;
  /**
   * Adds a watchlist column at the end; null for visitors without an account, and for rows that cannot be
   * followed.
   */
  watching?: Watching | null;
  className?: string;
}

const SKELETON_ROWS = 12;

/** Table of the rows of a resource. Column headers are links that sort on the server. */
export function DataTable({
  label,
  resource,
  columns,
  rows,
  sort,
  period = "30d",
  stale = false,
  sparklines,
  sums,
  opens,
  linkOf,
  marks,
  selection = null,
  watching = null,
  className,
}: DataTableProps) {
  const fitted = fitColumns(columns, rows ?? []);
  const main = mainColumn(columns, sort);
  const shown = fitted.map((column, index) => ({
    name: column.name,
    label: column.label,
    className: clsx(classOf(column), column.name === main && index > 0 && "main") || undefined,
    cellOf: cellsOf({
      column,
      resource,
      isName: index === 0 && column.type !== "metric",
      period,
      opens,
      linkOf,
      marks,
    }),
  }));
  const nameOf = (row: ResourceRow) => watchedName(row[columns[0]?.name ?? "name"], row);
  return (
    <section
      aria-label={label}
      aria-busy={stale || rows === undefined}
      className={clsx("table-fit", className)}
    >
      <table
        className={tableClass({
          columns: columns.length + (watching ? 1 : 0),
          spare: sparklines ? 1 : 0,
        })}
      >
        <caption className="sr-only">{label}</caption>
        <thead className="sticks">
          <tr>
            {fitted.map((column) => (
              <Head key={column.name} column={column} sort={sort} isMain={column.name === main} />
            ))}
            {sparklines && (
              <th scope="col" className="spare">
                <PlainHead title={sparklines.doc}>{sparklines.label}</PlainHead>
              </th>
            )}
            {watching && (
              <th scope="col" className="no-print">
                <PlainHead>Watchlist</PlainHead>
              </th>
            )}
          </tr>
        </thead>
        <tbody className={clsx("transition-opacity", stale && "opacity-60")}>
          {rows === undefined
            ? Array.from({ length: SKELETON_ROWS }, (_, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: they are identical.
                <SkeletonRow key={index} columns={columns} />
              ))
            : rows.map((row) => {
                const slug = selection?.slugOf(row) ?? null;
                return (
                  <tr key={String(row.id)}>
                    {shown.map(({ name, label: head, className: look, cellOf }, index) =>
                      index === 0 ? (
                        <th
                          key={name}
                          scope="row"
                          className={look}
                          // The checkbox is not part of the row's name.
                          aria-label={slug === null ? undefined : nameOf(row)}
                        >
                          {selection === null || slug === null ? (
                            cellOf(row)
                          ) : (
                            <span className="select-row">
                              <SelectBox selection={selection} slug={slug} name={nameOf(row)} />
                              <span>{cellOf(row)}</span>
                            </span>
                          )}
                        </th>
                      ) : (
                        <td key={name} data-label={head} className={look}>
                          {cellOf(row)}
                        </td>
                      ),
                    )}
                    {sparklines && (
                      <td className="spare">
                        <Sparkline values={sparklines.valuesOf(row) ?? []} />
                      </td>
                    )}
                    {watching && (
                      <td data-label="Watchlist" className="no-print">
                        <WatchStar watching={watching} id={Number(row.id)} name={nameOf(row)} />
                      </td>
                    )}
                  </tr>
                );
              })}
        </tbody>
        {sums && rows !== undefined && rows.length > 1 && (
          <SumsRow
            columns={fitted}
            main={main}
            sums={sums}
            resource={resource}
            period={period}
            hasSpare={sparklines !== undefined}
            furtherCells={watching ? 1 : 0}
          />
        )}
      </table>
    </section>
  );
}

interface SumsRowProps {
  columns: readonly ColumnMeta[];
  main: string | undefined;
  sums: AggregateRow;
  resource: string;
  period: Lookback;
  /** True if a column follows that is hidden when space is short. */
  hasSpare: boolean;
  /** Number of columns after that. */
  furtherCells: number;
}

/**
 * The last row: sums across all pages. It is a separate `tbody`, so that phones lay it out like other rows.
 */
function SumsRow({ columns, main, sums, resource, period, hasSpare, furtherCells }: SumsRowProps) {
  const { group: _, ...figures } = sums;
  const row: ResourceRow = { ...figures, id: "total" };
  return (
    <tbody className="sums">
      <tr>
        {columns.map((column, index) =>
          index === 0 ? (
            <th key={column.name} scope="row">
              Total
            </th>
          ) : hasSum(column) ? (
            <td
              key={column.name}
              data-label={column.label}
              className={clsx("figure", column.name === main && "main")}
            >
              {cellsOf({ column, resource, isName: false, period })(row)}
            </td>
          ) : (
            <td key={column.name} />
          ),
        )}
        {hasSpare && <td className="spare" />}
        {furtherCells > 0 && <td colSpan={furtherCells} className="no-print" />}
      </tr>
    </tbody>
  );
}

/** The figure next to a row's name on a phone: the sort column, else the first that is not a token amount. */
function mainColumn(columns: readonly ColumnMeta[], sort: Sort | null): string | undefined {
  const figures = columns.slice(1).filter(isFigure);
  const sorted = figures.find(({ name }) => name === sort?.field.split(".")[0]);
  return (sorted ?? figures.find(({ type }) => type !== "amount") ?? figures[0])?.name;
}

const classOf = (column: ColumnMeta) => (isFigure(column) ? "figure" : undefined);

const PlainHead = ({ title, children }: { title?: string; children: ReactNode }) => (
  <span title={title}>{children}</span>
);

interface HeadProps {
  column: ColumnMeta;
  sort: Sort | null;
  /** True if its figures are next to the names on a phone. */
  isMain: boolean;
}

function Head({ column, sort, isMain }: HeadProps) {
  const figure = isFigure(column);
  // A sort by a change, such as `holders.chg_30d_pct`, is marked on its column too.
  const sorted = sort !== null && sort.field.split(".")[0] === column.name;
  const direction = sorted ? (sort.direction === "asc" ? "ascending" : "descending") : undefined;
  const Arrow = direction === "ascending" ? ArrowUp : ArrowDown;
  const arrow = direction && <Arrow aria-hidden="true" className="size-3" />;
  return (
    <th scope="col" aria-sort={direction} className={clsx(classOf(column), isMain && "main") || undefined}>
      {sort === null || !column.sortable ? (
        <PlainHead title={column.doc}>{column.label}</PlainHead>
      ) : (
        <SearchLink
          patch={{ sort: nextSort(column.name, sort, figure ? "desc" : "asc") }}
          title={column.doc}
          className={clsx("hover:text-ink", direction && "text-ink")}
        >
          <SortedLabel label={column.label} arrow={arrow} isAhead={figure} />
        </SearchLink>
      )}
    </th>
  );
}

/** A label with the arrow at its first or last word, so that the arrow does not wrap onto its own line. */
function SortedLabel({ label, arrow, isAhead }: { label: string; arrow: ReactNode; isAhead: boolean }) {
  if (!arrow) return label;
  const words = label.split(" ");
  const beside = isAhead ? words.shift() : words.pop();
  const rest = words.join(" ");
  return isAhead ? (
    <span>
      <span className="sort-word">
        {arrow}
        {beside}
      </span>{" "}
      {rest}
    </span>
  ) : (
    <span>
      {rest}{" "}
      <span className="sort-word">
        {beside}
        {arrow}
      </span>
    </span>
  );
}

const SkeletonRow = ({ columns }: { columns: readonly ColumnMeta[] }) => (
  <tr>
    {columns.map((column, index) => (
      <td key={column.name} className={classOf(column)}>
        <Skeleton className={clsx("h-3", index === 0 ? "w-40" : "w-16", isFigure(column) && "ml-auto")} />
      </td>
    ))}
  </tr>
);
