import { formatFigure } from "../../format/formatNumber";
import { eventKinds, eventNames } from "../series/chartEvents";
import { chartTypes } from "../series/chartTypes";
import { type ChartLayer, type ChartPlan, isPrimary, periodName } from "./planChart";

/** Significant digits of a double. */
const DIGITS = 15;

/** A chart as text in a few sentences, for screen readers. */
export function describeChart(plan: ChartPlan): string {
  const { dates, layers, unit, format, view } = plan;
  const first = dates[0];
  const last = dates.at(-1);
  if (first === undefined || last === undefined || layers.length === 0) return "No data for this view.";
  const type = chartTypes[view.mode];
  const span =
    first === last || type.family === "parts"
      ? `on ${periodName(last, view.interval)}`
      : `from ${periodName(first, view.interval)} to ${periodName(last, view.interval)}`;
  const scale = view.scale === "log" ? ", on a logarithmic scale" : "";
  const shares = view.percent ? ", as a share of the total" : "";
  const total = plan.additive ? totalAt(plan, dates.length - 1) : null;
  const primary = layers.filter(isPrimary);
  const beside = layers.flatMap(({ name, values, second }) => {
    const value = values.at(-1) ?? null;
    return second === undefined || value === null
      ? []
      : [`${name} ${formatFigure(value, second.unit, second.format)}`];
  });
  const largest = primary
    .map((layer) => ({ layer, value: layer.values.at(-1) ?? null }))
    .filter((one): one is { layer: ChartLayer; value: number } => one.value !== null)
    .sort((a, b) => b.value - a.value)
    .slice(0, 3)
    .map(({ layer, value }) => `${layer.name} ${formatFigure(value, unit, format)}`);
  return [
    `${type.describe} of ${plan.measureName} ${span}${shares}${scale}.`,
    primary.length > 1 && total !== null && `Latest total ${formatFigure(total, unit, format)}.`,
    largest.length > 0 && `${primary.length > 1 ? "Latest values" : "Latest value"}: ${largest.join(", ")}.`,
    beside.length > 0 && `On a second axis: ${beside.join(", ")}.`,
    plan.marks.length > 0 && `Marked: ${countEvents(plan).join(", ")}.`,
  ]
    .filter(Boolean)
    .join(" ");
}

/** Number of marked events by kind: `2 incidents`. */
function countEvents({ marks }: ChartPlan): string[] {
  const events = marks.flatMap((mark) => mark.events);
  return eventKinds.flatMap((kind) => {
    const count = events.filter((event) => event.kind === kind).length;
    const [one, several] = eventNames[kind];
    return count === 0 ? [] : [`${count} ${(count === 1 ? one : several).toLowerCase()}`];
  });
}

/** Sum of the layers on a date, without floating-point noise; null if none is known. */
export function totalAt({ layers }: ChartPlan, index: number, hidden?: ReadonlySet<string>): number | null {
  let total: number | null = null;
  for (const { key, values } of layers.filter(isPrimary)) {
    const value = values[index];
    if (value !== null && value !== undefined && !hidden?.has(key)) total = (total ?? 0) + value;
  }
  return total === null ? null : Number(total.toPrecision(DIGITS));
}
