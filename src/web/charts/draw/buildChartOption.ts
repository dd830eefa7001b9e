import type { BarSeriesOption, LineSeriesOption } from "echarts/charts";
import type { GridComponentOption } from "echarts/components";
import type { ComposeOption } from "echarts/core";
import { markedKinds } from "#domain";
import { inkFor } from "../color/groupColor";
import { type ChartInk, pageInk } from "../color/palette";
import type { Axis } from "../plan/axisTicks";
import {
  type ChartLayer,
  type ChartPlan,
  COLORED_LINES,
  type Frame,
  type Framing,
  frameChart,
  isPrimary,
  planChart,
  valueLabelRoom,
} from "../plan/planChart";
import type { ChartSeries, ChartView } from "../series/chartSeries";
import { EVENT_SIZE, eventColor } from "./eventShapes";

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
export const LABEL_SIZE = 11;

/** Below this width, a chart has the layout of a phone. */
export const NARROW = 520;
/** Pixels per label of the date axis. */
const LABEL_EVERY = 100;
export const labelRoom = (width: number): number =>
  width < NARROW ? 4 : Math.min(9, Math.floor(width / LABEL_EVERY));

/** Above this number of dates, bars are thinner than their gaps and are drawn as steps. */
const MOST_BARS = 120;

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
    const opacity = hasLit && !isLit ? DIMMED : 1;
    if (plan.view.mode === "lines" || !isPrimary(layer) || layer.isBenchmark)
      return lineOption(plan, layer, { color, opacity });
    if (plan.view.mode === "stacked") return areaOption(plan, layer, { color, opacity, edge: ink.surface });
    return plan.dates.length > MOST_BARS && plan.additive
      ? areaOption(plan, layer, { color, opacity, edge: ink.surface, steps: true })
      : barOption(plan, layer, { color, opacity });
  });
}

/** The echarts symbol of each kind of event. */
const eventSymbols = { incident: "triangle", corporate_action: "diamond", attestation: "circle" } as const;

/**
 * Event marks: vertical lines with the symbol of their kind on top. Each kind is a series without values,
 * because all lines of a series have the same symbol.
 */
const eventsOption = ({ marks }: ChartPlan, ink: ChartInk): LineSeriesOption[] =>
  markedKinds.flatMap((kind) => {
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

const STACK = "all";
const DIMMED = 0.2;

interface Paint {
  color: string;
  opacity: number;
}

const points = (plan: ChartPlan, { drawn }: ChartLayer): [number, number | null][] =>
  plan.times.map((time, index) => [time, drawn[index] ?? null]);

/** A value between two gaps has no line segments, so it is drawn as a dot. */
function dotSize({ drawn }: ChartLayer): (value: unknown, at: { dataIndex: number }) => number {
  const known = (index: number) => drawn[index] !== null && drawn[index] !== undefined;
  return (_, { dataIndex }) => (known(dataIndex) && !known(dataIndex - 1) && !known(dataIndex + 1) ? 5 : 0);
}

const hasLoneValue = (layer: ChartLayer): boolean => {
  const size = dotSize(layer);
  return layer.drawn.some((_, dataIndex) => size(undefined, { dataIndex }) > 0);
};

/** Options of all shapes. Pointer events are handled for the plot as a whole, not by shape. */
const shape = (plan: ChartPlan, layer: ChartLayer) => ({
  id: layer.key,
  name: layer.name,
  silent: true,
  data: points(plan, layer),
  ...(isPrimary(layer) ? {} : { yAxisIndex: 1 }),
});

function lineOption(plan: ChartPlan, layer: ChartLayer, { color, opacity }: Paint): LineSeriesOption {
  return {
    ...shape(plan, layer),
    type: "line",
    showSymbol: hasLoneValue(layer),
    showAllSymbol: true,
    symbol: "circle",
    symbolSize: dotSize(layer),
    itemStyle: { color, opacity, borderWidth: 0 },
    lineStyle: {
      color,
      opacity,
      width: layer.isBenchmark ? 2.4 : layer.litColor === undefined ? 1.6 : 1,
      type: layer.dash.length > 0 ? [...layer.dash] : "solid",
      cap: "butt",
      join: "round",
    },
    // Grey lines are drawn below coloured ones.
    z: layer.litColor === undefined ? 2 : 1,
    emphasis: { disabled: true },
  };
}

function areaOption(
  plan: ChartPlan,
  layer: ChartLayer,
  { color, opacity, edge, steps }: Paint & { edge: string; steps?: boolean },
): LineSeriesOption {
  return {
    ...shape(plan, layer),
    type: "line",
    stack: STACK,
    ...(steps ? { step: "middle" } : {}),
    showSymbol: hasLoneValue(layer),
    showAllSymbol: true,
    symbol: "circle",
    symbolSize: dotSize(layer),
    itemStyle: { color, opacity, borderWidth: 0 },
    // A thin line in the page's colour separates adjacent areas.
    lineStyle: { color: edge, width: steps ? 0 : 0.75 },
    areaStyle: { color, opacity: opacity * 0.88 },
    emphasis: { disabled: true },
  };
}

function barOption(plan: ChartPlan, layer: ChartLayer, { color, opacity }: Paint): BarSeriesOption {
  return {
    ...shape(plan, layer),
    type: "bar",
    ...(plan.additive ? { stack: STACK } : {}),
    itemStyle: { color, opacity: opacity * 0.92 },
    barCategoryGap: "22%",
    barGap: "8%",
    barMaxWidth: 48,
    emphasis: { disabled: true },
  };
}
