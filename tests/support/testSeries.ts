/** Builders for tests of charts. */
import type { ChartPoint, ChartSeries, ChartView } from "../../src/web/charts/series/chartSeries";

export const value = {
  id: 71,
  slug: "bridged_token_value_dollar",
  name: "Bridged Token Value (Dollar)",
  unit: "dollar",
  label: "Value",
};
export const yieldToMaturity = {
  id: 100024,
  slug: "yield_to_maturity_percent",
  name: "Yield to Maturity (Percent)",
  unit: "percent",
};

/** A series of a network; `points` are values by date. */
export function network(
  name: string,
  points: Record<string, number | null>,
  more: Partial<ChartSeries["group"]> & { measure?: ChartSeries["measure"] } = {},
): ChartSeries {
  const { measure = value, ...group } = more;
  return {
    measure,
    group: { type: "network", id: name.toLowerCase(), slug: name.toLowerCase(), name, ...group },
    points: Object.entries(points) satisfies ChartPoint[],
  };
}

export const view = (change: Partial<ChartView> = {}): ChartView => ({
  mode: "stacked",
  scale: "linear",
  percent: false,
  range: "all",
  interval: "day",
  ...change,
});
