import { fitFullFormat } from "../../format/fitFormat";
import { formatFull, formatShare } from "../../format/formatNumber";
import type { ColorChoice } from "../color/groupColor";
import { totalAt } from "./describeChart";
import { type ChartPlan, periodName } from "./planChart";

export interface ReadingRow {
  key: string;
  name: string;
  color: ColorChoice;
  dash: readonly number[];
  value: number;
  /** In full, with its unit and the decimals that the figures of the date share. */
  text: string;
  /** Of everything on the date, hidden layers included, as in `%` mode; undefined where values do not add up. */
  share: string | undefined;
}

export interface Reading {
  /** `31 Jan 2026`, `Jan 2026`, `2026`. */
  when: string;
  /** Known values, largest first. */
  rows: ReadingRow[];
  /** What the shown layers add up to. */
  total: string | undefined;
  /** Layers are hidden: the total is of the others. */
  isPart: boolean;
}

/** The figures of one date, as the tooltip and the voice of a screen reader tell them. */
export function readingAt(plan: ChartPlan, index: number, hidden?: ReadonlySet<string>): Reading {
  const { dates, layers, unit, view, additive, wholes } = plan;
  const date = dates[index];
  const sum = additive ? totalAt(plan, index, hidden) : null;
  const whole = wholes[index] ?? null;
  const shown = layers.filter(({ key }) => !hidden?.has(key));
  const format = fitFullFormat(plan, [sum, ...shown.map(({ values }) => values[index])]);
  const rows = shown
    .flatMap(({ key, name, color, dash, values }): ReadingRow[] => {
      const value = values[index];
      if (value === null || value === undefined) return [];
      return [
        {
          key,
          name,
          color,
          dash,
          value,
          text: formatFull(value, unit, format),
          share: whole === null ? undefined : formatShare((value / whole) * 100),
        },
      ];
    })
    .sort((a, b) => b.value - a.value);
  return {
    when: date === undefined ? "" : periodName(date, view.interval),
    rows,
    total: sum !== null && rows.length > 1 ? formatFull(sum, unit, format) : undefined,
    isPart: shown.length < layers.length,
  };
}

/** A reading in one sentence. */
export function sayReading({ when, rows, total, isPart }: Reading): string {
  if (rows.length === 0) return `${when}: no data.`;
  const all = rows.map(({ name, text }) => `${name} ${text}`).join(", ");
  return total === undefined
    ? `${when}: ${all}.`
    : `${when}: ${isPart ? "total shown" : "total"} ${total}; ${all}.`;
}
