import { type FigureFormat, formatOfUnit } from "#domain";

/** Cents are always written out, or not at all. */
const CENTS = 2;

/**
 * The format of a column: as described, with no more decimals than its values carry. One number of decimals for
 * all of them, so that points stand beneath each other. Shortened figures keep theirs: `1.20B` carries them.
 */
export function fitFormat(
  { unit, format = formatOfUnit(unit) }: { unit: string | null; format?: FigureFormat | null },
  values: readonly (number | null | undefined)[],
): FigureFormat | null {
  if (format === null || format.notation === "compact") return format;
  return { ...format, decimals: fitDecimals(unit, format.decimals, values) };
}

/** The same for figures that are written in full whatever their notation, as in tooltips. */
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

/** How many decimals a value has, rounded to `most`; all of them where rounding would leave nothing. */
function decimalsOf(value: number, most: number): number {
  const text = value.toFixed(most);
  if (Number(text) === 0 && value !== 0) return most;
  return text.includes(".") ? (text.replace(/0+$/, "").split(".")[1]?.length ?? 0) : 0;
}
