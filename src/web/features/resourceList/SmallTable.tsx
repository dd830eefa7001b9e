import clsx from "clsx";
import type { ReactNode } from "react";

export interface SmallColumn<Row> {
  /** Tells the columns apart. */
  name: string;
  header: ReactNode;
  /** The rows are given too: figures of a column share their number of decimals. */
  cell: (row: Row, rows: readonly Row[]) => ReactNode;
  /** Figures stand at the right. */
  numeric?: boolean;
  /** Takes the room that the others leave, and is cut where that is not enough. */
  flexible?: boolean;
  /** Hidden on phones. */
  wide?: boolean;
}

export interface SmallTableProps<Row> {
  /** Says what the rows are; read out, not shown. */
  caption: string;
  /** The first one names the row. */
  columns: readonly SmallColumn<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string | number;
  empty?: string;
}

const cellClass = (column: { numeric?: boolean; wide?: boolean; flexible?: boolean }) =>
  clsx(
    column.flexible && "w-full min-w-40 max-w-0",
    "whitespace-nowrap px-3 py-2 first:pl-4 last:pr-4",
    column.numeric ? "text-right" : "text-left",
    column.wide && "max-sm:hidden",
  );

/** A table that fits on the page: a few rows, in the order given, without controls. */
export function SmallTable<Row>({ caption, columns, rows, rowKey, empty }: SmallTableProps<Row>) {
  if (rows.length === 0) {
    return <p className="px-4 py-8 text-center text-md text-muted">{empty ?? "There is nothing to show."}</p>;
  }
  return (
    <section
      // Told apart from the card around it, which often has the same name.
      aria-label={`Table: ${caption}`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard.
      tabIndex={0}
      className="slim-scroll relative overflow-x-auto"
    >
      <table className="w-full text-md">
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr className="border-b text-faint text-sm">
            {columns.map((column) => (
              <th key={column.name} scope="col" className={clsx(cellClass(column), "font-medium")}>
                {column.header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={rowKey(row)} className="border-b last:border-b-0 hover:bg-hover">
              {columns.map((column, index) =>
                index === 0 ? (
                  <th key={column.name} scope="row" className={clsx(cellClass(column), "font-normal")}>
                    {column.cell(row, rows)}
                  </th>
                ) : (
                  <td key={column.name} className={cellClass(column)}>
                    {column.cell(row, rows)}
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
