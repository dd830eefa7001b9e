import { formatExact } from "../format/formatNumber";
import type { ColorChoice } from "./assignColors";
import { totalAt } from "./describeChart";
import { type ChartPlan, periodName } from "./planChart";

export interface ReadingRow {
  key: string;
  name: string;
  color: ColorChoice;
  dash: readonly number[];
  value: number;
  /** In full, with its unit. */
  text: string;
  /** Of the total of the date; undefined where values do not add up. */
  share: string | undefined;
}

export interface Reading {
  /** `31 Jan 2026`, `Jan 2026`, `2026`. */
  when: string;
  /** Known values, largest first. */
  rows: ReadingRow[];
  total: string | undefined;
}

/** The figures of one date, as the tooltip and the voice of a screen reader tell them. */
export function readingAt(plan: ChartPlan, index: number, hidden?: ReadonlySet<string>): Reading {
  const { dates, layers, unit, view, additive } = plan;
  const date = dates[index];
  const sum = additive ? totalAt(plan, index, hidden) : null;
  const rows = layers
    .filter(({ key }) => !hidden?.has(key))
    .flatMap(({ key, name, color, dash, values, drawn }): ReadingRow[] => {
      const value = values[index];
      if (value === null || value === undefined) return [];
      const share = view.percent ? drawn[index] : sum !== null && sum > 0 ? (value / sum) * 100 : null;
      return [
        {
          key,
          name,
          color,
          dash,
          value,
          text: formatExact(value, unit),
          share: share === null || share === undefined ? undefined : `${share.toFixed(1)}%`,
        },
      ];
    })
    .sort((a, b) => b.value - a.value);
  return {
    when: date === undefined ? "" : periodName(date, view.interval),
    rows,
    total: sum !== null && rows.length > 1 ? formatExact(sum, unit) : undefined,
  };
}

/** A reading in one sentence. */
export function sayReading({ when, rows, total }: Reading): string {
  if (rows.length === 0) return `${when}: no data.`;
  const all = rows.map(({ name, text }) => `${name} ${text}`).join(", ");
  return total === undefined ? `${when}: ${all}.` : `${when}: total ${total}; ${all}.`;
}
