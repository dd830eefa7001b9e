import { metricOf, type ResourceRow } from "#domain/api";
import { fitFormat } from "../../../format/fitFormat";
import type { ColumnMeta } from "../query/tableQuery";

/** Columns of figures with the number of decimals that all of their rows share. */
export const fitColumns = (columns: readonly ColumnMeta[], rows: readonly ResourceRow[]): ColumnMeta[] =>
  columns.map((column) =>
    column.format === null
      ? column
      : {
          ...column,
          format: fitFormat(
            column,
            rows.map((row) => figureOf(row, column.name)),
          ),
        },
  );

function figureOf(row: ResourceRow, name: string): number | null {
  const cell = row[name];
  return typeof cell === "number" ? cell : (metricOf(row, name)?.val ?? null);
}
