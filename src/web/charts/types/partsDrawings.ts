import { PieChart } from "echarts/charts";
import { use } from "echarts/core";
import { pageInk } from "../color/palette";
import { partsOf } from "../plan/partsOf";
import type { PartsMode } from "../series/chartTypes";
import type { PartsDrawing } from "./drawing";
import { NARROW, partItem, partsFrame, partsText } from "./drawing";
import { treemap } from "./treemap";

use(PieChart);

/** Minimum share of a labelled part; smaller ones are in the legend and the table. */
const LEAST_LABELLED = 0.02;

export const pie: PartsDrawing = {
  option: (plan, { width, ink = pageInk, hidden, lit }) => {
    const parts = partsOf(plan, hidden);
    const sum = parts.reduce((total, { value }) => total + value, 0);
    const isNarrow = width < NARROW;
    const data = parts.map((part) => {
      // Truncates the name at its end, never the share.
      const label = part.value / sum >= LEAST_LABELLED ? `${part.share} ${part.name}` : null;
      const item = partItem(part, label, { ink, lit });
      return {
        ...item,
        label: isNarrow ? { show: false } : item.label,
        labelLine: { show: label !== null && !isNarrow },
      };
    });
    return {
      ...partsFrame,
      series: [
        {
          type: "pie",
          center: ["50%", "50%"],
          radius: isNarrow ? ["40%", "88%"] : ["36%", "74%"],
          startAngle: 90,
          data,
          itemStyle: { borderColor: ink.surface, borderWidth: 1 },
          label: partsText(ink),
          labelLine: { length: 8, length2: 10, lineStyle: { color: ink.axis } },
          emphasis: { disabled: true },
        },
      ],
    };
  },
};

/** How each chart type of the latest day's parts is drawn. */
export const partsDrawings: Readonly<Record<PartsMode, PartsDrawing>> = { treemap, pie };
