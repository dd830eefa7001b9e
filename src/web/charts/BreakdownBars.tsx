import { barWidth } from "../format/barWidth";
import { formatExact, formatFigure, formatShare } from "../format/formatNumber";
import { Unknown } from "../format/Unknown";
import { groupColor, inkFor } from "./color/groupColor";
import { pageInk } from "./color/palette";
import { type ChartGroup, groupKey } from "./series/chartSeries";
import "./chart.css";

export interface BreakdownItem {
  group: ChartGroup;
  value: number | null;
  href?: string;
}

export interface BreakdownBarsProps {
  /** What the list tells, for screen readers: "Value by network". */
  title: string;
  unit: string;
  /** In the order they are shown. */
  items: readonly BreakdownItem[];
  /** What the shares are of. Default: the sum of the items. */
  total?: number;
  /** Whether each bar has the colour of its group. Default: one colour for all. */
  colored?: boolean;
}

/** The parts of a total as a list with a bar for each: label, value, share. */
export function BreakdownBars({ title, unit, items, total, colored = false }: BreakdownBarsProps) {
  const whole = total ?? sumOf(items);
  const largest = Math.max(0, ...items.map(({ value }) => value ?? 0));
  return (
    <ol className="breakdown" aria-label={title}>
      {items.map(({ group, value, href }) => {
        const key = groupKey(group);
        const color = colored ? inkFor(groupColor(group), pageInk) : undefined;
        return (
          <li key={key}>
            <span className="breakdown-label">{href ? <a href={href}>{group.name}</a> : group.name}</span>
            <span className="breakdown-value">
              {value === null ? (
                <Unknown />
              ) : (
                <data value={value} title={formatExact(value, unit)}>
                  {formatFigure(value, unit)}
                </data>
              )}
            </span>
            <span className="breakdown-share">{shareText(value, whole)}</span>
            <span className="breakdown-track" aria-hidden="true">
              <span
                style={{
                  width: barWidth(largest > 0 ? ((value ?? 0) / largest) * 100 : 0),
                  background: color,
                }}
              />
            </span>
          </li>
        );
      })}
    </ol>
  );
}

/** The sum of what is known. */
export const sumOf = (items: readonly BreakdownItem[]): number =>
  items.reduce((sum, { value }) => sum + (value ?? 0), 0);

/** A share of a whole: `12.34%`, `<0.01%`; empty where there is none. */
export function shareText(value: number | null, whole: number): string {
  if (value === null || whole <= 0) return "";
  return formatShare((value / whole) * 100);
}
