import { formatExact } from "../format/formatNumber";
import { type BreakdownItem, shareText, sumOf } from "./BreakdownBars";
import { groupColor, inkFor } from "./color/groupColor";
import { pageInk } from "./color/palette";
import { Swatch } from "./color/Swatch";
import { groupKey } from "./series/chartSeries";
import "./chart.css";

export interface CompositionBarProps {
  /** What it tells, for screen readers: "Asset classes by value". */
  title: string;
  unit: string;
  /** In the order they are shown. */
  items: readonly BreakdownItem[];
  /** Leaves the list out, where it stands beside the bar already. */
  hideList?: boolean;
}

/** What a total is made of: one bar of a hundred percent, and its parts as a list. */
export function CompositionBar({ title, unit, items, hideList = false }: CompositionBarProps) {
  const parts = items.filter(({ value }) => value !== null && value > 0);
  const whole = sumOf(parts);
  return (
    <div className="composition">
      <div className="composition-bar" aria-hidden="true">
        {parts.map(({ group, value }) => (
          <span
            key={groupKey(group)}
            title={`${group.name}: ${formatExact(value ?? 0, unit)}, ${shareText(value, whole)}`}
            style={{
              flexGrow: value ?? 0,
              background: inkFor(groupColor(group), pageInk),
            }}
          />
        ))}
      </div>
      <ul className={hideList ? "sr-only" : "composition-list"} aria-label={title}>
        {parts.map(({ group, value, href }) => (
          <li key={groupKey(group)}>
            <Swatch color={groupColor(group)} />
            {href ? <a href={href}>{group.name}</a> : <span>{group.name}</span>}
            <span className="composition-share">{shareText(value, whole)}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
