import clsx from "clsx";
import { type ReactNode, useId, useState } from "react";
import { Button } from "../../ui/controls/Button";
import { tableClass } from "../../ui/styles/popupClass";

export interface SmallColumn<Row, Name extends string = string> {
  /** Unique name of the column. */
  name: Name;
  header: string;
  /** Renders a cell. All rows are passed, because figures of a column share their number of decimals. */
  cell: (row: Row, rows: readonly Row[]) => ReactNode;
  /** Aligned right. */
  numeric?: boolean;
  /** Shown next to the row's name on a phone. Default: the first numeric column. */
  main?: boolean;
  /** Hidden first if space is short. */
  spare?: boolean;
  /** Takes the remaining width. */
  flexible?: boolean;
  /** Spans two cells on a phone, for a hash with its buttons or several buttons. */
  wide?: boolean;
  /** Hidden in print, for buttons. */
  screenOnly?: boolean;
}

export interface SmallTableProps<Row> {
  /** Caption for screen readers. */
  caption: string;
  /** The first one names the row. */
  columns: readonly SmallColumn<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string | number;
  empty?: string;
  /** Minimum width of a column in rem. Default: that of a short figure. */
  perColumn?: number;
  /** Rows shown at first, if more than a few would be hidden. Default: all. */
  most?: number;
}

/** Minimum number of hidden rows: a button for fewer would take as much space as they do. */
const WORTH_FOLDING = 3;

const cellClass = ({ numeric, flexible, wide, spare, screenOnly }: Omit<SmallColumn<never>, "cell">) =>
  clsx(
    numeric && "figure",
    flexible && "flexible",
    wide && "wide",
    spare && "spare",
    screenOnly && "no-print",
  ) || undefined;

/** A table of a few rows in the given order, without controls. */
export function SmallTable<Row>(props: SmallTableProps<Row>) {
  const { caption, columns, rows, rowKey, empty, perColumn, most = rows.length } = props;
  const [isWhole, setWhole] = useState(false);
  const id = useId();
  if (rows.length === 0) {
    return <p className="px-4 py-8 text-center text-md text-muted">{empty ?? "Nothing to show."}</p>;
  }
  const spare = columns.filter((column) => column.spare).length;
  const main = columns.find((column) => column.main) ?? columns.slice(1).find(({ numeric }) => numeric);
  const classOf = (column: SmallColumn<Row>) =>
    clsx(cellClass(column), column === main && columns.length > 2 && "main") || undefined;
  const isFolded = rows.length - most >= WORTH_FOLDING;
  const shown = isFolded && !isWhole ? rows.slice(0, most) : rows;
  return (
    <section
      // Distinguishes it from its card, which often has the same name.
      aria-label={`Table: ${caption}`}
      className="table-fit"
    >
      <table
        id={id}
        className={tableClass({
          columns: columns.length - spare,
          perColumn,
          spare,
        })}
      >
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.name} scope="col" className={classOf(column)}>
                {column.header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {shown.map((row) => (
            <tr key={rowKey(row)}>
              {columns.map((column, index) =>
                index === 0 ? (
                  <th key={column.name} scope="row" className={cellClass(column)}>
                    {column.cell(row, rows)}
                  </th>
                ) : (
                  <td key={column.name} data-label={column.header} className={classOf(column)}>
                    {column.cell(row, rows)}
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
      {isFolded && (
        <p className="no-print px-4 py-2">
          <Button
            variant="secondary"
            aria-expanded={isWhole}
            aria-controls={id}
            onClick={() => setWhole((was) => !was)}
          >
            {isWhole ? `Show ${most} only` : `Show all ${rows.length.toLocaleString("en-US")}`}
          </Button>
        </p>
      )}
    </section>
  );
}
