import { formatFigure, formatFull, formatShare } from "../../format/formatNumber";
import type { ColorChoice } from "../color/groupColor";
import type { ChartPlan } from "./planChart";
import { type ReadFigure, type Reading, readingAt } from "./readingAt";

/** One part of a total, on the latest day. */
export interface Part extends ReadFigure {
  key: string;
  name: string;
  color: ColorChoice;
  value: number;
  /** Share of the total. */
  share: string;
}

const REST = "rest";

/** Shares below this are floating-point noise. */
const NOISE = 1e-9;

/**
 * The parts of the latest day's total, largest first. The combined others are a part too, so that parts add
 * up to the total; zero and negative values have no area.
 */
export function partsOf(plan: ChartPlan, hidden?: ReadonlySet<string>): Part[] {
  const index = plan.dates.length - 1;
  const whole = plan.wholes[index] ?? null;
  if (whole === null || whole <= 0) return [];
  // Series of the secondary axis have another metric and are not parts.
  const rows = readingAt(plan, index).rows.filter(({ share }) => share !== undefined);
  const known = rows.map(
    ({ key, name, color, value, text, exact }): Part => ({
      key,
      name,
      color,
      value,
      text,
      exact,
      share: formatShare((value / whole) * 100),
    }),
  );
  const rest = whole - known.reduce((sum, { value }) => sum + value, 0);
  const others: Part[] =
    rest <= whole * NOISE
      ? []
      : [
          {
            key: REST,
            name: "Everything else",
            color: "others",
            value: rest,
            text: formatFigure(rest, plan.unit, plan.format),
            exact: formatFull(rest, plan.unit, plan.format),
            share: formatShare((rest / whole) * 100),
          },
        ];
  return [...known, ...others].filter(({ key, value }) => value > 0 && !hidden?.has(key));
}

/** A part as tooltips and screen readers present it. */
export function partReading(plan: ChartPlan, { share, ...part }: Part): Reading {
  const { when } = readingAt(plan, plan.dates.length - 1);
  const row = { ...part, dash: [], share, change: undefined };
  return { when, rows: [row], total: undefined, isPart: false, events: [] };
}
