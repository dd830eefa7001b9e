import type { FigureFormat } from "#domain/metrics";
import { fitFormat } from "./fitFormat";
import { formatExact, formatFigure } from "./formatNumber";
import { Unknown } from "./Unknown";

export interface FigureProps {
  value: number | null | undefined;
  unit: string | null;
  /** Format of its column or metric. Default: that of the unit, with the decimals of the value. */
  format?: FigureFormat | null | undefined;
}

/** A rounded figure, with the exact one on hover and in the markup. */
export function Figure({ value, unit, format }: FigureProps) {
  if (value === null || value === undefined) return <Unknown />;
  return (
    <data value={value} title={formatExact(value, unit)}>
      {formatFigure(value, unit, format === undefined ? fitFormat({ unit }, [value]) : format)}
    </data>
  );
}
