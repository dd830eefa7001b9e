/** Figures in full, for text outside of tables and charts. */
import { type FigureFormat, type Metric, type Unit, unitFormats } from "./metric";

/** A figure in full, for text outside of the product: `$1,234,567.89`, `4.25%`, `0.9812`. */
export function figureText(value: number, unit: Unit, format: FigureFormat = unitFormats[unit]): string {
  const isMoney = unit === "dollar";
  const text = new Intl.NumberFormat("en-US", {
    ...(isMoney && { style: "currency", currency: "USD" }),
    minimumFractionDigits: isMoney ? Math.min(2, format.decimals) : 0,
    maximumFractionDigits: Math.max(format.decimals, isMoney ? 2 : 0),
  }).format(value);
  if (unit === "percent") return `${text}%`;
  return unit === "days" ? `${text} days` : text;
}

/** A value of a metric in full. */
export const figureWords = (value: number, metric: Metric | undefined) =>
  metric === undefined ? String(value) : figureText(value, metric.unit, metric.format);
