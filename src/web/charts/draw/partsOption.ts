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
  /** Key of the highlighted part. */
  lit?: string | undefined;
}

/** Minimum share of a labelled part of a pie; smaller ones are in the legend and the table. */
const LEAST_SAID = 0.02;
/** Padding of a label in its box, in pixels. */
const BOX_PADDING = 12;
const LINE = LABEL_SIZE + 4;
/** Space above and below a treemap, in pixels. */
const TREEMAP_EDGE = 4;
/** Maximum number of lines of a name. */
const NAME_LINES = 3;
/** Minimum number of letters of a truncated name. */
const LEAST_LETTERS = 5;
/** Width of semibold letters relative to regular ones. */
const BOLDER = 1.06;
const DIMMED = 0.25;

/** The echarts option of the latest day's parts as a treemap or a pie. */
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
          ? // Truncates the name at its end, never the share.
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
        // A function, because echarts parses braces in text.
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

/** The name of a part, wrapped to the available lines, above its share; null without space for either. */
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
