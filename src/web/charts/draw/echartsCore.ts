/** The parts of echarts that all charts use. Chart types add the shapes that they draw. */
import {
  DataZoomInsideComponent,
  GridComponent,
  MarkLineComponent,
  TooltipComponent,
} from "echarts/components";
import { type EChartsType, init, use } from "echarts/core";
import { SVGRenderer } from "echarts/renderers";

use([GridComponent, MarkLineComponent, TooltipComponent, DataZoomInsideComponent, SVGRenderer]);

export { type EChartsType, init };
