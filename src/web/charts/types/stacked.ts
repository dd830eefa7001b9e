import { LineChart, type LineSeriesOption } from "echarts/charts";
import { use } from "echarts/core";
import type { ChartLayer, ChartPlan } from "../plan/planChart";
import { type LayerPaint, layerDots, layerShape, STACK, type TimeDrawing } from "./drawing";

use(LineChart);

/** A layer as an area on top of earlier ones; with `steps`, each value as wide as its period. */
export const areaSeries = (
  plan: ChartPlan,
  layer: ChartLayer,
  paint: LayerPaint,
  { steps = false }: { steps?: boolean } = {},
): LineSeriesOption => ({
  ...layerShape(plan, layer),
  ...layerDots(layer, paint),
  type: "line",
  stack: STACK,
  ...(steps ? { step: "middle" } : {}),
  // A thin line in the page's colour separates adjacent areas.
  lineStyle: { color: paint.edge, width: steps ? 0 : 0.75 },
  areaStyle: { color: paint.color, opacity: paint.opacity * 0.88 },
  emphasis: { disabled: true },
});

export const stacked: TimeDrawing = {
  series: (plan, layer, paint) => areaSeries(plan, layer, paint),
};
