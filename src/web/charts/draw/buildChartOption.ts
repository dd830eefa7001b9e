import type { BarSeriesOption, LineSeriesOption } from "echarts/charts";
import type { GridComponentOption } from "echarts/components";
import type { ComposeOption } from "echarts/core";
import { inkFor } from "../color/groupColor";
import { type ChartInk, pageInk } from "../color/palette";
import type { Axis } from "../plan/axisTicks";
import {
  type ChartPlan,
  COLORED_LINES,
  type Frame,
  type Framing,
  frameChart,
  isPrimary,
  planChart,
  valueLabelRoom,
} from "../plan/planChart";
import { EVENT_SIZE, eventColor, eventKinds, eventShapes } from "../series/chartEvents";
import type { ChartSeries, ChartView } from "../series/chartSeries";
import { isPartsMode } from "../series/chartTypes";
import { LABEL_SIZE, NARROW, type TimeDrawing } from "../types/drawing";
import { lineSeries } from "../types/lines";
import { timeDrawings } from "../types/timeDrawings";

export type ChartOption = ComposeOption<LineSeriesOption | BarSeriesOption | GridComponentOption>;

export interface ChartLook extends Partial<Framing> {
  width: number;
  height: number;
  /** Default: the CSS variables of the page. */
  ink?: ChartInk;
  maxGroups?: number;
  /** Key of the highlighted layer. */
  lit?: string | undefined;
}

/** Padding around the plot in pixels; equal to the pages' style sheet. */
const PLOT_TOP = 12;
export const PLOT_BOTTOM = 26;

/** Pixels per label of the date axis. */
const LABEL_EVERY = 100;
export const labelRoom = (width: number): number =>
  width < NARROW ? 4 : Math.min(9, Math.floor(width / LABEL_EVERY));

/** The echarts option of series at one size. */
export function buildChartOption(
  series: readonly ChartSeries[],
  view: ChartView,
  look: ChartLook,
): ChartOption {
  const plan = planChart(series, view, { maxGroups: look.maxGroups });
  const frame = frameChart(plan, { room: labelRoom(look.width), ...look });
  return chartOption(plan, frame, look);
}

/** The echarts option of an existing plan and axes. */
export function chartOption(
  plan: ChartPlan,
  frame: Frame,
  { ink, hidden, lit }: Pick<ChartLook, "ink" | "hidden" | "lit"> = {},
): ChartOption {
  const { x, y, second } = frame;
  const { axis, grid, font } = ink ?? pageInk;
  const labels = new Map(x.ticks.map(({ value, label }) => [value, label]));
  const text = { color: axis, fontSize: LABEL_SIZE, fontFamily: font };
  return {
    animation: false,
    useUTC: true,
    backgroundColor: "transparent",
    grid: {
      left: second === undefined ? 0 : valueLabelRoom(second),
      right: valueLabelRoom(y),
      top: PLOT_TOP,
      bottom: PLOT_BOTTOM,
      outerBoundsMode: "none",
    },
    xAxis: {
      type: "time",
      min: x.min,
      max: x.max,
      containShape: false,
      axisLine: { lineStyle: { color: grid } },
      axisTick: { show: false },
      splitLine: { show: false },
      axisLabel: {
        ...text,
        margin: 10,
        hideOverlap: false,
        customValues: x.ticks.map(({ value }) => value),
        formatter: (value: number) => labels.get(value) ?? "",
      },
    },
    yAxis: [
      {
        ...valueAxisOption(y, text),
        type: plan.view.scale === "log" ? "log" : "value",
        position: "right",
        splitLine: { lineStyle: { color: grid, width: 1 } },
      },
      ...(second === undefined
        ? []
        : [
            {
              ...valueAxisOption(second, text),
              type: "value" as const,
              position: "left" as const,
              splitLine: { show: false },
            },
          ]),
    ],
    series: [...seriesOptions(plan, { ink, hidden, lit }), ...eventsOption(plan, ink ?? pageInk)],
  };
}

export function valueAxisOption(
  { min, max, ticks }: Axis,
  text: { color: string; fontSize: number; fontFamily: string },
) {
  const labels = new Map(ticks.map(({ value, label }) => [value, label]));
  const customValues = ticks.map(({ value }) => value);
  return {
    min,
    max,
    axisLine: { show: false },
    axisTick: { show: false, customValues },
    axisLabel: {
      ...text,
      margin: 8,
      customValues,
      formatter: (value: number) => labels.get(value) ?? nearest(labels, value),
    },
  };
}

/** Label of a value from a logarithmic axis, which returns values with rounding errors. */
function nearest(labels: ReadonlyMap<number, string>, value: number): string {
  for (const [at, label] of labels) if (Math.abs(at - value) <= Math.abs(at) * 1e-6) return label;
  return "";
}

/** The series of the echarts option. The largest group is at the bottom of a stack. */
export function seriesOptions(
  plan: ChartPlan,
  { ink = pageInk, hidden, lit }: Pick<ChartLook, "ink" | "hidden" | "lit"> = {},
): (LineSeriesOption | BarSeriesOption)[] {
  const seen = plan.layers.filter(({ key }) => !hidden?.has(key));
  // A hidden series is not highlighted.
  const hasLit = seen.some(({ key }) => key === lit);
  return seen.map((layer) => {
    const isLit = lit === layer.key;
    const hasColor = isLit || seen.length <= COLORED_LINES;
    const color = inkFor((hasColor ? layer.litColor : undefined) ?? layer.color, ink);
    const paint = { color, opacity: hasLit && !isLit ? DIMMED : 1, edge: ink.surface };
    return !isPrimary(layer) || layer.isBenchmark
      ? lineSeries(plan, layer, paint)
      : timeDrawingOf(plan).series(plan, layer, paint);
  });
}

/** How the chart type of a plan is drawn. */
export function timeDrawingOf({ view: { mode } }: ChartPlan): TimeDrawing {
  if (isPartsMode(mode)) throw new Error(`A ${mode} has no time axis`);
  return timeDrawings[mode];
}

/** The echarts symbol of each kind of event. */
const eventSymbols = {
  check: `path://${eventShapes.check}`,
  incident: "triangle",
  corporate_action: "diamond",
  attestation: "circle",
} as const;

/**
 * Event marks: vertical lines with the symbol of their kind on top. Each kind is a series without values,
 * because all lines of a series have the same symbol.
 */
const eventsOption = ({ marks }: ChartPlan, ink: ChartInk): LineSeriesOption[] =>
  eventKinds.flatMap((kind) => {
    const ofKind = marks.filter((mark) => mark.kind === kind);
    if (ofKind.length === 0) return [];
    const color = eventColor(kind, ink);
    return [
      {
        id: `events-${kind}`,
        type: "line",
        silent: true,
        data: [],
        markLine: {
          silent: true,
          animation: false,
          symbol: ["none", eventSymbols[kind]],
          symbolSize: EVENT_SIZE,
          symbolRotate: 0,
          label: { show: false },
          lineStyle: { color, width: 1, type: [2, 3], opacity: 1 },
          data: ofKind.map(({ time }) => ({ xAxis: time })),
        },
      },
    ];
  });

const DIMMED = 0.2;
