/** Widths, in rem, below which the rows of a table become blocks: the steps of `styles/tables.css`. */
const steps = [20, 24, 30, 36, 46, 54, 61, 68, 80] as const;

export interface TableShape {
  columns: number;
  /** Room that a column needs at least, in rem. Default: that of a short figure. */
  perColumn?: number;
  /** Columns of the class `spare` beside those: they go first where there is no room for them. */
  spare?: number;
}

/**
 * Classes of a `<table>` inside a `table-fit` element. It never scrolls: where its columns do not fit,
 * its rows become blocks. Cells carry their column's name as `data-label`, and the main figure the class `main`.
 */
export function tableClass({ columns, perColumn = 6, spare = 0 }: TableShape): string {
  const stepOf = (count: number) => steps.find((width) => width >= count * perColumn) ?? "never";
  const fit = columns <= 2 ? "" : ` fit-${stepOf(columns)}`;
  return `data-table${fit}${spare > 0 ? ` spare-${stepOf(columns + spare)}` : ""}`;
}
