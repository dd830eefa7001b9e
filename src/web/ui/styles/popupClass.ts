import clsx from "clsx";

/** Widths in rem below which table rows become blocks: the steps of `styles/tables.css`. */
const steps = [20, 24, 30, 36, 46, 54, 61, 68, 80] as const;

interface TableShape {
  columns: number;
  /** Minimum width of a column in rem. Default: that of a short figure. */
  perColumn?: number;
  /** Number of further columns of the class `spare`, which are hidden first if space is short. */
  spare?: number;
}

/**
 * Classes of a `<table>` inside a `table-fit` element. It never scrolls: if its columns do not fit, its rows
 * become blocks. Cells carry their column's name as `data-label`, and the main figure the class `main`.
 */
export function tableClass({ columns, perColumn = 6, spare = 0 }: TableShape): string {
  const stepOf = (count: number) => steps.find((width) => width >= count * perColumn) ?? "never";
  const fit = columns <= 2 ? "" : ` fit-${stepOf(columns)}`;
  return `data-table${fit}${spare > 0 ? ` spare-${stepOf(columns + spare)}` : ""}`;
}

/** Classes of floating elements: lists, popovers, tooltips. */
export const popupClass = clsx(
  "z-50 rounded-lg bg-raised text-ink shadow-raised outline-none",
  "origin-(--transform-origin) transition-[scale,opacity] duration-100 ease-out",
  "data-starting-style:scale-98 data-starting-style:opacity-0 data-ending-style:scale-98 data-ending-style:opacity-0",
);
