import type { PieSeriesOption, TreemapSeriesOption } from "echarts/charts";
import type { ComposeOption } from "echarts/core";
import { inkFor, wordsOn } from "../color/groupColor";
import { type ChartInk, pageInk } from "../color/palette";
import { type Part, partsOf } from "../plan/partsOf";
import type { ChartPlan } from "../plan/planChart";
import type { PartMode } from "../series/chartSeries";
import { LABEL_SIZE, NARROW } from "./buildChartOption";
import { textWidth } from "./textWidth";

export type PartsOption = ComposeOption<TreemapSeriesOption | PieSeriesOption>;

export interface PartsLook {
  mode: PartMode;
  width: number;
  height: number;
  /** Default: the CSS variables of the page. */
  ink?: ChartInk;
  hidden?: ReadonlySet<string>;
  /** Key of the one part that stands out. */
  lit?: string | undefined;
}

/** Smaller parts of a pie have no words of their own; the legend and the table have. */
const LEAST_SAID = 0.02;
/** Boxes of a treemap are about so much wider than high at most: a name that needs more room is left out, never cut. */
const BOX_RATIO = 1.3;
const BOX_PADDING = 12;
const LINE = LABEL_SIZE + 4;
/** Semibold letters beside regular ones. */
const BOLDER = 1.06;
const DIMMED = 0.25;

/** The parts of the newest day as a treemap or a pie, ready for echarts. */
export function partsOption(
  plan: ChartPlan,
  { mode, width, height, ink = pageInk, hidden, lit }: PartsLook,
): PartsOption {
  const parts = partsOf(plan, hidden);
  const sum = parts.reduce((total, { value }) => total + value, 0);
  const data = parts.map((part) => {
    const share = part.value / sum;
    const said = mode === "pie" ? share >= LEAST_SAID : hasRoom(part, { area: share * width * height, ink });
    return {
      id: part.key,
      name: part.name,
      value: part.value,
      itemStyle: {
        color: inkFor(part.color, ink),
        opacity: lit === undefined || lit === part.key ? 1 : DIMMED,
      },
      label: {
        show: said,
        formatter: labelOf(part, mode),
        ...(mode === "treemap" && { color: wordsOn(part.color, ink) }),
      },
      ...(mode === "pie" && { labelLine: { show: said && width >= NARROW } }),
    };
  });
  const text = { color: ink.text, fontSize: LABEL_SIZE, fontFamily: ink.font };
  const shared = { animation: false, backgroundColor: "transparent" };
  if (mode === "treemap") {
    return {
      ...shared,
      series: [
        {
          type: "treemap",
          left: 0,
          right: 0,
          top: 4,
          bottom: 4,
          roam: false,
          nodeClick: false,
          breadcrumb: { show: false },
          data,
          itemStyle: { borderColor: ink.surface, borderWidth: 0, gapWidth: 1 },
          label: {
            ...text,
            fontWeight: 600,
            position: "insideBottomLeft",
            lineHeight: LINE,
            overflow: "truncate",
          },
          emphasis: { disabled: true },
        },
      ],
    };
  }
  const isNarrow = width < NARROW;
  return {
    ...shared,
    series: [
      {
        type: "pie",
        center: ["50%", "50%"],
        radius: isNarrow ? ["40%", "88%"] : ["36%", "74%"],
        startAngle: 90,
        data: isNarrow ? data.map((one) => ({ ...one, label: { show: false } })) : data,
        itemStyle: { borderColor: ink.surface, borderWidth: 1 },
        label: { ...text, lineHeight: LABEL_SIZE + 4, overflow: "truncate" },
        labelLine: { length: 8, length2: 10, lineStyle: { color: ink.axis } },
        emphasis: { disabled: true },
      },
    ],
  };
}

/** Whether the name and the share of a part fit into a box of an area, in square pixels. */
function hasRoom({ name, share }: Part, { area, ink }: { area: number; ink: ChartInk }): boolean {
  const wide = Math.max(
    ...[name, share].map((line) => textWidth(line, { size: LABEL_SIZE, font: ink.font })),
  );
  const high = Math.sqrt(area / BOX_RATIO);
  return wide * BOLDER + BOX_PADDING <= high * BOX_RATIO && 2 * LINE + BOX_PADDING <= high;
}

/** Names are text, whatever braces stand in them: echarts takes a function as it answers. */
const labelOf =
  ({ name, share }: Part, mode: PartMode) =>
  () =>
    mode === "treemap" ? `${name}\n${share}` : `${name} ${share}`;
