/** Widths, in rem, below which the rows of a table become blocks: the steps of `styles/tables.css`. */
const steps = [20, 24, 30, 36, 46, 54, 61, 80] as const;

export interface TableShape {
  columns: number;
  /** Room that a column needs at least, in rem. Default: that of a short figure. */
  perColumn?: number;
}

/**
 * Classes of a `<table>` inside a `table-fit` element. It never scrolls: where its columns do not fit,
 * its rows become blocks. Cells carry their column's name as `data-label`, and the main figure the class `main`.
 */
export function tableClass({ columns, perColumn = 6 }: TableShape): string {
  if (columns <= 2) return "data-table";
  const needed = columns * perColumn;
  const step = steps.find((width) => width >= needed) ?? null;
  return `data-table ${step === null ? "fit-never" : `fit-${step}`}`;
}
