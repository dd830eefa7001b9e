/** How chart types are drawn, and what several of them share. */
import type { BarSeriesOption, LineSeriesOption, PieSeriesOption, TreemapSeriesOption } from "echarts/charts";
import type { ComposeOption } from "echarts/core";
import { inkFor } from "../color/groupColor";
import type { ChartInk } from "../color/palette";
import type { Part } from "../plan/partsOf";
import { type ChartLayer, type ChartPlan, isPrimary } from "../plan/planChart";

/** Size of labels in pixels, and the width below which a chart has the layout of a phone. */
export const LABEL_SIZE = 11;
export const NARROW = 520;

export interface LayerPaint {
  color: string;
  opacity: number;
  /** Colour between adjacent areas. */
  edge: string;
}

export interface TimeDrawing {
  /** The echarts series of a layer. Layers are drawn in the order of the legend. */
  series: (plan: ChartPlan, layer: ChartLayer, paint: LayerPaint) => LineSeriesOption | BarSeriesOption;
  /** Reduces a plan to what is distinguishable in the image of a page. Default: `thinDates`. */
  simplify?: (plan: ChartPlan) => ChartPlan;
}

/** Series with the same name of a stack are on top of each other, the first at the bottom. */
export const STACK = "all";

/** Options of all shapes. Pointer events are handled for the plot as a whole, not by shape. */
export const layerShape = (plan: ChartPlan, layer: ChartLayer) => ({
  id: layer.key,
  name: layer.name,
  silent: true,
  data: points(plan, layer),
  ...(isPrimary(layer) ? {} : { yAxisIndex: 1 }),
});

const points = (plan: ChartPlan, { drawn }: ChartLayer): [number, number | null][] =>
  plan.times.map((time, index) => [time, drawn[index] ?? null]);

/** Dots of a line: a value between two gaps has no line segments. */
export const layerDots = (layer: ChartLayer, { color, opacity }: LayerPaint) => ({
  showSymbol: hasLoneValue(layer),
  showAllSymbol: true,
  symbol: "circle",
  symbolSize: dotSize(layer),
  itemStyle: { color, opacity, borderWidth: 0 },
});

function dotSize({ drawn }: ChartLayer): (value: unknown, at: { dataIndex: number }) => number {
  const known = (index: number) => drawn[index] !== null && drawn[index] !== undefined;
  return (_, { dataIndex }) => (known(dataIndex) && !known(dataIndex - 1) && !known(dataIndex + 1) ? 5 : 0);
}

const hasLoneValue = (layer: ChartLayer): boolean => {
  const size = dotSize(layer);
  return layer.drawn.some((_, dataIndex) => size(undefined, { dataIndex }) > 0);
};

export type PartsOption = ComposeOption<TreemapSeriesOption | PieSeriesOption>;

interface PartsLook {
  width: number;
  height: number;
  /** Default: the CSS variables of the page. */
  ink?: ChartInk;
  hidden?: ReadonlySet<string>;
  /** Key of the highlighted part. */
  lit?: string | undefined;
}

export interface PartsDrawing {
  /** The echarts option of the latest day's parts. */
  option: (plan: ChartPlan, look: PartsLook) => PartsOption;
}

/** Options of the whole drawing. */
export const partsFrame = { animation: false, backgroundColor: "transparent" } as const;

/** Height of a line of a label, in pixels. */
export const LABEL_LINE = LABEL_SIZE + 4;

const DIMMED = 0.25;

/** Options of the text in labels. */
export const partsText = (ink: ChartInk) => ({
  color: ink.text,
  fontSize: LABEL_SIZE,
  fontFamily: ink.font,
  lineHeight: LABEL_LINE,
  overflow: "truncate" as const,
});

/** A part as an item of an echarts series, with its label; null for none. */
export const partItem = (
  { key, name, value, color }: Part,
  label: string | null,
  { ink, lit }: { ink: ChartInk; lit: string | undefined },
) => ({
  id: key,
  name,
  value,
  itemStyle: { color: inkFor(color, ink), opacity: lit === undefined || lit === key ? 1 : DIMMED },
  label: {
    show: label !== null,
    // A function, because echarts parses braces in text.
    formatter: () => label ?? "",
  },
});
