import { formatExact, formatFigure } from "./formatNumber";
import { Unknown } from "./Unknown";

export interface FigureProps {
  value: number | null | undefined;
  unit: string | null;
}

/** A number at a glance, with the exact one at hand on hover and in the markup. */
export function Figure({ value, unit }: FigureProps) {
  if (value === null || value === undefined) return <Unknown />;
  return (
    <data value={value} title={formatExact(value, unit)}>
      {formatFigure(value, unit)}
    </data>
  );
}
