/** The parts of echarts that all charts use; the only file that imports it at run time. */
import { BarChart, LineChart } from "echarts/charts";
import {
  DataZoomInsideComponent,
  GridComponent,
  MarkLineComponent,
  TooltipComponent,
} from "echarts/components";
import { type EChartsType, init, use } from "echarts/core";
import { SVGRenderer } from "echarts/renderers";

use([
  LineChart,
  BarChart,
  GridComponent,
  MarkLineComponent,
  TooltipComponent,
  DataZoomInsideComponent,
  SVGRenderer,
]);

export { type EChartsType, init };
