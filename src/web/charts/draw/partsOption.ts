import type { PieSeriesOption, TreemapSeriesOption } from "echarts/charts";
import type { ComposeOption } from "echarts/core";
import { inkFor, wordsOn } from "../color/groupColor";
import { type ChartInk, pageInk } from "../color/palette";
import { type Part, partsOf } from "../plan/partsOf";
import type { ChartPlan } from "../plan/planChart";
import type { PartMode } from "../series/chartSeries";
import { LABEL_SIZE, NARROW } from "./buildChartOption";
import { SQUARE_RATIO, squarify } from "./squarify";
import { textWidth, wrapToWidth } from "./textWidth";

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
/** Room that a label leaves at the edges of its box, in pixels. */
const BOX_PADDING = 12;
const LINE = LABEL_SIZE + 4;
/** Above and below a treemap, in pixels. */
const TREEMAP_EDGE = 4;
/** Lines of a name, at most. */
const NAME_LINES = 3;
/** A name of which less than this is left says nothing. */
const LEAST_LETTERS = 5;
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
  const boxes =
    mode === "treemap"
      ? squarify(
          parts.map(({ value }) => value),
          { width, height: height - 2 * TREEMAP_EDGE },
        )
      : [];
  const data = parts.map((part, index) => {
    const box = boxes[index];
    const label =
      box !== undefined
        ? boxLabel(part, { ...box, font: ink.font })
        : part.value / sum >= LEAST_SAID
          ? // What has no room is cut at the end: the name, never the share.
            `${part.share} ${part.name}`
          : null;
    const said = label !== null;
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
        // Names are text, whatever braces stand in them: echarts takes a function as it answers.
        formatter: () => label ?? "",
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
          top: TREEMAP_EDGE,
          bottom: TREEMAP_EDGE,
          squareRatio: SQUARE_RATIO,
          sort: "desc",
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
        label: { ...text, lineHeight: LINE, overflow: "truncate" },
        labelLine: { length: 8, length2: 10, lineStyle: { color: ink.axis } },
        emphasis: { disabled: true },
      },
    ],
  };
}

/** The name of a part, on as many lines as there is room for, above its share; null without room for either. */
function boxLabel(
  { name, share }: Part,
  { width, height, font }: { width: number; height: number; font: string },
): string | null {
  const shape = { size: LABEL_SIZE * BOLDER, font };
  const most = width - BOX_PADDING;
  const lines = Math.floor((height - BOX_PADDING) / LINE);
  if (lines < 1 || textWidth(share, shape) > most) return null;
  const named =
    lines < 2 ? [] : wrapToWidth(name, { ...shape, most, lines: Math.min(NAME_LINES, lines - 1) });
  const isCut = named.at(-1)?.endsWith("…") === true;
  const isTelling = !isCut || named.join("").length > LEAST_LETTERS;
  return [...(isTelling ? named : []), share].join("\n");
}
