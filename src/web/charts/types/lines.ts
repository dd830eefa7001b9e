import { LineChart, type LineSeriesOption } from "echarts/charts";
import { use } from "echarts/core";
import type { ChartLayer, ChartPlan } from "../plan/planChart";
import { type LayerPaint, layerDots, layerShape, type TimeDrawing } from "./drawing";

use(LineChart);

/** A layer as a line; benchmarks and series of the secondary axis are lines in every chart over time. */
export const lineSeries = (plan: ChartPlan, layer: ChartLayer, paint: LayerPaint): LineSeriesOption => ({
  ...layerShape(plan, layer),
  ...layerDots(layer, paint),
  type: "line",
  lineStyle: {
    color: paint.color,
    opacity: paint.opacity,
    width: layer.isBenchmark ? 2.4 : layer.litColor === undefined ? 1.6 : 1,
    type: layer.dash.length > 0 ? [...layer.dash] : "solid",
    cap: "butt",
    join: "round",
  },
  // Grey lines are drawn below coloured ones.
  z: layer.litColor === undefined ? 2 : 1,
  emphasis: { disabled: true },
});

export const lines: TimeDrawing = { series: lineSeries };
