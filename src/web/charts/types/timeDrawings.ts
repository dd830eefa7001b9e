import { BarChart, type BarSeriesOption } from "echarts/charts";
import { use } from "echarts/core";
import type { ChartLayer, ChartPlan } from "../plan/planChart";
import { thinDates } from "../plan/thinDates";
import type { TimeMode } from "../series/chartTypes";
import type { TimeDrawing } from "./drawing";
import { type LayerPaint, layerShape, STACK } from "./drawing";
import { lines } from "./lines";
import { areaSeries, stacked } from "./stacked";

use(BarChart);

/** Above this number of dates, bars are thinner than their gaps and are drawn as steps. */
const MOST_BARS = 120;
/**
 * Above this number of layers, the image of a page has slopes instead of steps: a step has two corners, which
 * would add kilobytes to the page.
 */
const MOST_STEPPED = 4;

/** Bars of metrics that are not additive are beside each other. */
const barSeries = (plan: ChartPlan, layer: ChartLayer, { color, opacity }: LayerPaint): BarSeriesOption => ({
  ...layerShape(plan, layer),
  type: "bar",
  ...(plan.additive ? { stack: STACK } : {}),
  itemStyle: { color, opacity: opacity * 0.92 },
  barCategoryGap: "22%",
  barGap: "8%",
  barMaxWidth: 48,
  emphasis: { disabled: true },
});

const areSteps = ({ dates, additive }: ChartPlan) => dates.length > MOST_BARS && additive;

export const bars: TimeDrawing = {
  series: (plan, layer, paint) =>
    areSteps(plan) ? areaSeries(plan, layer, paint, { steps: true }) : barSeries(plan, layer, paint),
  simplify: (plan) => {
    if (!areSteps(plan)) return plan;
    const slopes: ChartPlan = { ...plan, view: { ...plan.view, mode: "stacked" } };
    return thinDates(plan.layers.length > MOST_STEPPED ? slopes : plan);
  },
};

/** How each chart type over time is drawn. */
export const timeDrawings: Readonly<Record<TimeMode, TimeDrawing>> = { stacked, lines, bars };
