import clsx from "clsx";
import { type ReactNode, useId, useState } from "react";
import { Button } from "../../ui/controls/Button";
import { tableClass } from "../../ui/styles/tableClass";

export interface SmallColumn<Row, Name extends string = string> {
  /** Tells the columns apart. */
  name: Name;
  header: string;
  /** The rows are given too: figures of a column share their number of decimals. */
  cell: (row: Row, rows: readonly Row[]) => ReactNode;
  /** Figures stand at the right. */
  numeric?: boolean;
  /** Stands beside the name of the row on a phone. Default: the first one with figures. */
  main?: boolean;
  /** Goes first where there is no room for all. */
  spare?: boolean;
  /** Takes the room that the others leave. */
  flexible?: boolean;
  /** Takes two places in the blocks of a phone: a hash with its buttons, several buttons. */
  wide?: boolean;
  /** Has nothing to say on paper: buttons. */
  screenOnly?: boolean;
}

export interface SmallTableProps<Row> {
  /** Says what the rows are; read out, not shown. */
  caption: string;
  /** The first one names the row. */
  columns: readonly SmallColumn<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string | number;
  empty?: string;
  /** Room that a column needs at least, in rem. Default: that of a short figure. */
  perColumn?: number;
  /** Rows shown at first, where that leaves out more than a few. Default: all. */
  most?: number;
}

/** No button for fewer rows than this: it would take as much room as they do. */
const WORTH_FOLDING = 3;

const cellClass = ({ numeric, flexible, wide, spare, screenOnly }: Omit<SmallColumn<never>, "cell">) =>
  clsx(
    numeric && "figure",
    flexible && "flexible",
    wide && "wide",
    spare && "spare",
    screenOnly && "no-print",
  ) || undefined;

/** A table that fits on the page: a few rows, in the order given, without controls. */
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
      // Told apart from the card around it, which often has the same name.
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
