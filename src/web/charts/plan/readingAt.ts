import { fitFormat, fitFullFormat } from "../../format/fitFormat";
import { formatChange, formatFigure, formatFull, formatPoints, formatShare } from "../../format/formatNumber";
import type { ColorChoice } from "../color/groupColor";
import { periodEndOf } from "../series/calendar";
import type { ChartEvent } from "../series/chartEvents";
import { describeEvent } from "../series/chartEvents";
import { totalAt } from "./describeChart";
import { type ChartLayer, type ChartPlan, isPrimary, knownPeriodName } from "./planChart";

/** A figure rounded, and with every digit that its metric has. */
export interface ReadFigure {
  text: string;
  exact: string;
}

export interface ReadingRow extends ReadFigure {
  key: string;
  name: string;
  color: ColorChoice;
  dash: readonly number[];
  value: number;
  /**
   * Share of the date's total, including hidden layers, as in `%` mode; undefined for values that are not
   * additive.
   */
  share: string | undefined;
  /** Change from the previous date in percent, or in points of a share; undefined if unknown. */
  change: string | undefined;
}

export interface Reading {
  /** `31 Jan 2026`, `Jan 2026`, `2026, to 31 Jan`. */
  when: string;
  /** Known values, largest first; those of the secondary axis after the others. */
  rows: ReadingRow[];
  /** Sum of the visible layers. */
  total: ReadFigure | undefined;
  /** True if layers are hidden: the total covers the others. */
  isPart: boolean;
  /** Events of the date. */
  events: readonly ChartEvent[];
}

/** The figures of one date, as tooltips and screen readers present them. */
export function readingAt(plan: ChartPlan, index: number, hidden?: ReadonlySet<string>): Reading {
  const { dates, layers, unit, additive, wholes } = plan;
  const date = dates[index];
  // A sum of an incomplete period is not compared with that of a full one.
  const isBesidePart =
    (index === 1 && plan.cutFrom !== null) ||
    (date !== undefined && plan.running.has(periodEndOf(date, plan.view.interval)));
  const before = isBesidePart ? -1 : index - 1;
  const sum = additive ? totalAt(plan, index, hidden) : null;
  const whole = wholes[index] ?? null;
  const shown = layers.filter(({ key }) => !hidden?.has(key));
  const primary = shown.filter(isPrimary);
  const figures = [sum, ...primary.map(({ values }) => values[index])];
  const format = fitFormat(plan, figures);
  const fullFormat = fitFullFormat(plan, figures);
  const rowsOf = (some: readonly ChartLayer[]) =>
    some.flatMap(({ key, name, color, dash, values, second }): ReadingRow[] => {
      const value = values[index];
      if (value === null || value === undefined) return [];
      return [
        {
          key,
          name,
          color,
          dash,
          value,
          text:
            second === undefined
              ? formatFigure(value, unit, format)
              : formatFigure(value, second.unit, fitFormat(second, [value])),
          exact:
            second === undefined
              ? formatFull(value, unit, fullFormat)
              : formatFull(value, second.unit, fitFullFormat(second, [value])),
          share: whole === null || second !== undefined ? undefined : formatShare((value / whole) * 100),
          change: changeFrom(values[before], value, (second ?? plan).unit),
        },
      ];
    });
  const ofAxis = rowsOf(primary).sort((a, b) => b.value - a.value);
  const rows = [...ofAxis, ...rowsOf(shown.filter((layer) => !isPrimary(layer)))];
  return {
    when: knownPeriodName(plan, index),
    rows,
    total:
      sum !== null && ofAxis.length > 1
        ? { text: formatFigure(sum, unit, format), exact: formatFull(sum, unit, fullFormat) }
        : undefined,
    isPart: primary.length < layers.filter(isPrimary).length,
    events: plan.marks.find((mark) => mark.date === date)?.events ?? [],
  };
}

function changeFrom(before: number | null | undefined, value: number, unit: string): string | undefined {
  if (before === null || before === undefined) return undefined;
  if (unit === "percent" || unit === "points") return formatPoints(value - before).text;
  return before > 0 ? formatChange((value / before - 1) * 100).text : undefined;
}

/** True if a reading has more digits than its rounded figures show. */
export const hasExact = ({ rows, total }: Reading): boolean =>
  [...rows, ...(total === undefined ? [] : [total])].some(({ text, exact }) => text !== exact);

/** A reading in one sentence: rounded, or with every digit. */
export function describeReading(
  { when, rows, total, isPart, events }: Reading,
  figure: keyof ReadFigure = "text",
): string {
  const happened = events.map((event) => ` ${describeEvent(event)}`).join("");
  if (rows.length === 0) return `${when}: no data.${happened}`;
  const all = rows.map((row) => `${row.name} ${row[figure]}`).join(", ");
  return total === undefined
    ? `${when}: ${all}.${happened}`
    : `${when}: ${isPart ? "total shown" : "total"} ${total[figure]}; ${all}.${happened}`;
}
