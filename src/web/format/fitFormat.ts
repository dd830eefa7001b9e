import { type FigureFormat, formatOfUnit } from "#domain/metrics";

/** Cents are always shown, or never. */
const CENTS = 2;

/**
 * The format of a column: that of its metric, with no more decimals than its values have. The same for all of
 * them, so that points are aligned. Abbreviated figures keep theirs: `1.20B` has them.
 */
export function fitFormat(
  { unit, format = formatOfUnit(unit) }: { unit: string | null; format?: FigureFormat | null },
  values: readonly (number | null | undefined)[],
): FigureFormat | null {
  if (format === null || format.notation === "compact") return format;
  return { ...format, decimals: fitDecimals(unit, format.decimals, values) };
}

/** The same for figures that are always shown in full, as in tooltips. */
export const fitFullFormat = (
  { unit, format = formatOfUnit(unit) }: { unit: string | null; format?: FigureFormat | null },
  values: readonly (number | null | undefined)[],
): FigureFormat | null =>
  format && { notation: "full", decimals: fitDecimals(unit, format.decimals, values) };

function fitDecimals(
  unit: string | null,
  most: number,
  values: readonly (number | null | undefined)[],
): number {
  let carried = 0;
  for (const value of values) {
    if (value !== null && value !== undefined) carried = Math.max(carried, decimalsOf(value, most));
    if (carried === most) break;
  }
  return unit === "dollar" && carried > 0 ? Math.max(carried, Math.min(CENTS, most)) : carried;
}

/** Number of decimals of a value, rounded to `most`; all of them if rounding would give zero. */
function decimalsOf(value: number, most: number): number {
  const text = value.toFixed(most);
  if (Number(text) === 0 && value !== 0) return most;
  return text.includes(".") ? (text.replace(/0+$/, "").split(".")[1]?.length ?? 0) : 0;
}
