import { escapeMarkup } from "#domain";
import { describeChart } from "../plan/describeChart";
import type { ChartPlan } from "../plan/planChart";
import type { PartMode } from "../series/chartSeries";
import "./echartsParts";
import type { PaintOptions } from "./paintOnServer";
import { partsOption } from "./partsOption";
import { drawShapes } from "./renderChartSvg";

/** Sizes at which the parts are rendered; the style sheet shows the matching one. */
const SIZES = [
  { name: "wide", width: 920, height: 360 },
  { name: "narrow", width: 300, height: 280 },
] as const;

/** The server-rendered parts of the latest day, before the browser draws them. */
export const paintParts = (
  plan: ChartPlan,
  { id, title, hidden, mode }: PaintOptions & { mode: PartMode },
): string =>
  SIZES.map(({ name, width, height }) =>
    [
      `<svg xmlns="http://www.w3.org/2000/svg" class="chart-paint chart-parts chart-parts-${name}" role="img" aria-labelledby="${id}-${name}-title ${id}-${name}-desc" viewBox="0 0 ${width} ${height}">`,
      `<title id="${id}-${name}-title">${escapeMarkup(title)}</title>`,
      `<desc id="${id}-${name}-desc">${escapeMarkup(describeChart(plan))}</desc>`,
      drawShapes(
        partsOption(plan, { mode, width, height, ...(hidden && { hidden }) }),
        { width, height },
        `${id}-${name}`,
      ),
      "</svg>",
    ].join(""),
  ).join("");
