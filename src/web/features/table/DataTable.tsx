import { createColumnHelper, type RowData, tableFeatures, useTable } from "@tanstack/react-table";
import clsx from "clsx";
import { ArrowDown, ArrowUp } from "lucide-react";
import { useMemo } from "react";
import type { ResourceRow, Sort } from "#domain";
import { Skeleton } from "../../ui/Skeleton";
import { Cell, isFigure } from "./Cell";
import { SearchLink } from "./SearchLink";
import type { ColumnMeta } from "./tableQuery";
import { type ChangePeriod, nextSort } from "./tableSearch";

export interface DataTableProps {
  /** Names the table and its scroll region for screen readers. */
  label: string;
  resource: string;
  /** In order; the first names the row and stays in view. */
  columns: readonly ColumnMeta[];
  /** Undefined while the first rows load. */
  rows: readonly ResourceRow[] | undefined;
  /** The sort that was applied; null makes heads plain text. */
  sort: Sort | null;
  /** Span of the changes in metric cells. Default: 30 days. */
  period?: ChangePeriod;
  /** Other rows are on their way. */
  stale?: boolean;
  className?: string;
}

const features = tableFeatures({});
const helper = createColumnHelper<typeof features, ResourceRow & RowData>();
const SKELETON_ROWS = 12;

/** Rows of a resource in columns. Sorting is a link; the server does the rest. */
export function DataTable({
  label,
  resource,
  columns,
  rows,
  sort,
  period = "30d",
  stale = false,
  className,
}: DataTableProps) {
  const definitions = useMemo(
    () => columns.map((column) => helper.display({ id: column.name, meta: { column } })),
    [columns],
  );
  const data = useMemo(() => [...(rows ?? [])], [rows]);
  const table = useTable({ features, columns: definitions, data, getRowId: (row) => String(row.id) });
  const columnOf = new Map(columns.map((column) => [column.name, column]));
  return (
    <section
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll region must be reachable by keyboard.
      tabIndex={0}
      aria-label={label}
      aria-busy={stale || rows === undefined}
      className={clsx(
        "slim-scroll isolate relative overflow-auto overscroll-x-contain md:max-h-table",
        "-outline-offset-2 focus-visible:outline-2",
        className,
      )}
    >
      <table className="data-table">
        <caption className="sr-only">{label}</caption>
        <thead>
          {table.getHeaderGroups().map((group) => (
            <tr key={group.id}>
              {group.headers.map((header) => {
                const column = columnOf.get(header.column.id);
                return column && <Head key={header.id} column={column} sort={sort} />;
              })}
            </tr>
          ))}
        </thead>
        <tbody className={clsx("transition-opacity", stale && "opacity-60")}>
          {rows === undefined
            ? Array.from({ length: SKELETON_ROWS }, (_, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike.
                <SkeletonRow key={index} columns={columns} />
              ))
            : table.getRowModel().rows.map((row) => (
                <tr key={row.id}>
                  {row.getAllCells().map((cell, index) => {
                    const column = columnOf.get(cell.column.id);
                    if (!column) return null;
                    const Slot = index === 0 ? "th" : "td";
                    return (
                      <Slot
                        key={cell.id}
                        scope={index === 0 ? "row" : undefined}
                        className={cellClass(column)}
                      >
                        <Cell
                          column={column}
                          row={row.original}
                          resource={resource}
                          isName={index === 0 && column.type !== "metric"}
                          period={period}
                        />
                      </Slot>
                    );
                  })}
                </tr>
              ))}
        </tbody>
      </table>
    </section>
  );
}

const cellClass = (column: ColumnMeta) => (isFigure(column) ? "figure" : undefined);

interface HeadProps {
  column: ColumnMeta;
  sort: Sort | null;
}

function Head({ column, sort }: HeadProps) {
  const figure = isFigure(column);
  // A sort by a change, as `holders.chg_30d_pct`, is marked on its column too.
  const sorted = sort !== null && sort.field.split(".")[0] === column.name;
  const direction = sorted ? (sort.direction === "asc" ? "ascending" : "descending") : undefined;
  const Arrow = direction === "ascending" ? ArrowUp : ArrowDown;
  return (
    <th scope="col" aria-sort={direction} className={cellClass(column)}>
      {sort !== null && column.sortable ? (
        <SearchLink
          patch={{
            sort: nextSort(column.name, sort, figure ? "desc" : "asc"),
            page: undefined,
          }}
          title={column.doc}
          className={clsx(
            "flex h-9 items-center gap-1 px-3 -outline-offset-2 hover:text-ink",
            figure && "justify-end",
            sorted && "text-ink",
          )}
        >
          {sorted && figure && <Arrow aria-hidden="true" className="size-3" />}
          {column.label}
          {sorted && !figure && <Arrow aria-hidden="true" className="size-3" />}
        </SearchLink>
      ) : (
        <span title={column.doc} className="flex h-9 items-center px-3">
          {column.label}
        </span>
      )}
    </th>
  );
}

const SkeletonRow = ({ columns }: { columns: readonly ColumnMeta[] }) => (
  <tr>
    {columns.map((column, index) => (
      <td key={column.name} className={cellClass(column)}>
        <Skeleton className={clsx("h-3", index === 0 ? "w-40" : "w-16", isFigure(column) && "ml-auto")} />
      </td>
    ))}
  </tr>
);
