import { escapeMarkup } from "#domain/text";
import { pageInk } from "../color/palette";
import type { AxisTick } from "../plan/axisTicks";
import { describeChart } from "../plan/describeChart";
import { type ChartPlan, frameChart } from "../plan/planChart";
import { thinDates } from "../plan/thinDates";
import { eventColor, eventShapes } from "../series/chartEvents";
import type { PartsMode } from "../series/chartTypes";
import { partsDrawings } from "../types/partsDrawings";
import { type ChartOption, labelRoom, seriesOptions, timeDrawingOf } from "./buildChartOption";
import type { PaintOptions } from "./paintOnServer";
import { drawShapes } from "./renderChartSvg";

/** Sizes at which the parts are rendered; the style sheet shows the matching one. */
const SIZES = [
  { name: "wide", width: 920, height: 360 },
  { name: "narrow", width: 300, height: 280 },
] as const;

/** The server-rendered parts of the latest day, before the browser draws them. */
export const paintParts = (
  plan: ChartPlan,
  { id, title, hidden, mode }: PaintOptions & { mode: PartsMode },
): string =>
  SIZES.map(({ name, width, height }) =>
    [
      `<svg xmlns="http://www.w3.org/2000/svg" class="chart-paint chart-parts chart-parts-${name}" role="img" aria-labelledby="${id}-${name}-title ${id}-${name}-desc" viewBox="0 0 ${width} ${height}">`,
      `<title id="${id}-${name}-title">${escapeMarkup(title)}</title>`,
      `<desc id="${id}-${name}-desc">${escapeMarkup(describeChart(plan))}</desc>`,
      drawShapes(
        partsDrawings[mode].option(plan, { width, height, ...(hidden && { hidden }) }),
        { width, height },
        `${id}-${name}`,
      ),
      "</svg>",
    ].join(""),
  ).join("");

/**
 * Converts a path of straight lines between integers to relative steps. Steps repeat, which makes the
 * compressed paths of a page a third smaller. Any other path is returned unchanged.
 */
export function inSteps(path: string): string {
  if (!/^(?:M-?\d+ -?\d+(?:L-?\d+ -?\d+)*Z*)+$/.test(path)) return path;
  let [x, y] = [0, 0];
  let goesOn = false;
  return path.replace(/([ML])(-?\d+) (-?\d+)/g, (_, command: string, across: string, down: string) => {
    const [right, below] = [Number(across) - x, Number(down) - y];
    [x, y] = [Number(across), Number(down)];
    const isNext = goesOn;
    goesOn = command === "L";
    if (command === "M") return `M${x} ${y}`;
    // A minus separates numbers like a space, and one command letter covers all repetitions.
    return `${isNext ? (right < 0 ? "" : " ") : "l"}${right}${below < 0 ? "" : " "}${below}`;
  });
}

/** The plot is drawn at this size and stretched; one unit is at most half a pixel. */
const WIDTH = 2000;
const HEIGHT = 720;
/** Widths for which the labels of the date axis are chosen; the style sheet shows the matching set. */
const WIDE_ROOM = labelRoom(900);
const NARROW_ROOM = labelRoom(360);

/**
 * The server-rendered chart before the browser draws it: one SVG for every width. Only the plot is stretched,
 * while lines and labels keep their width and size. It is aligned with the interactive chart.
 */
export function paintChart(plan: ChartPlan, { id, title, hidden }: PaintOptions): string {
  const shown = hidden && { hidden };
  const wide = frameChart(plan, { room: WIDE_ROOM, ...shown });
  const narrow = frameChart(plan, { room: NARROW_ROOM, ...shown });
  const drawn = (timeDrawingOf(plan).simplify ?? thinDates)(plan);
  const { x, y, second } = wide;
  const option: ChartOption = {
    animation: false,
    useUTC: true,
    backgroundColor: "transparent",
    grid: { left: 0, right: 0, top: 0, bottom: 0, outerBoundsMode: "none" },
    xAxis: { type: "time", show: false, min: x.min, max: x.max, containShape: false },
    yAxis: [
      { type: plan.view.scale === "log" ? "log" : "value", show: false, min: y.min, max: y.max },
      ...(second === undefined
        ? []
        : [{ type: "value" as const, show: false, min: second.min, max: second.max }]),
    ],
    series: seriesOptions(drawn, shown).map((one) => ({ ...one, clip: false, lineStyle: lineOf(one) })),
  };
  const share = (value: number, min: number, max: number) =>
    `${+(((value - min) / (max - min)) * 100).toFixed(3)}%`;
  const height = (value: number) =>
    plan.view.scale === "log"
      ? share(-Math.log10(value), -Math.log10(y.max), -Math.log10(y.min))
      : share(-value, -y.max, -y.min);
  const across = (value: number) => share(value, x.min, x.max);
  const dateLabels = (ticks: readonly AxisTick[], name: string) =>
    `<g class="${name}" text-anchor="middle">${ticks
      .map(({ value, label }) => `<text x="${across(value)}" y="100%" dy="17">${escapeMarkup(label)}</text>`)
      .join("")}</g>`;

  return [
    `<svg xmlns="http://www.w3.org/2000/svg" class="chart-paint" role="img" aria-labelledby="${id}-title ${id}-desc">`,
    `<title id="${id}-title">${escapeMarkup(title)}</title>`,
    `<desc id="${id}-desc">${escapeMarkup(describeChart(plan))}</desc>`,
    `<g class="chart-paint-grid">`,
    ...y.ticks.map(({ value }) => `<line x2="100%" y1="${height(value)}" y2="${height(value)}"/>`),
    "</g>",
    `<svg class="chart-paint-plot chart-paint-${drawn.view.mode}" width="100%" height="100%" viewBox="0 0 ${WIDTH} ${HEIGHT}" preserveAspectRatio="none">`,
    wholeUnits(roundDots(drawShapes(option, { width: WIDTH, height: HEIGHT }, id))),
    "</svg>",
    ...plan.marks.map(
      ({ time, kind }) =>
        `<svg class="chart-paint-event" x="${across(time)}" overflow="visible" color="${eventColor(kind, pageInk)}"><line y2="100%"/><path d="${eventShapes[kind]}"/></svg>`,
    ),
    `<g class="chart-paint-values">`,
    ...y.ticks.map(
      ({ value, label }) =>
        `<text x="100%" y="${height(value)}" dx="8" dy="0.32em">${escapeMarkup(label)}</text>`,
    ),
    ...(second?.ticks ?? []).map(
      ({ value, label }) =>
        `<text x="0" y="${share(-value, -(second?.max ?? 1), -(second?.min ?? 0))}" dx="-8" dy="0.32em" text-anchor="end">${escapeMarkup(label)}</text>`,
    ),
    "</g>",
    dateLabels(x.ticks, "chart-paint-dates-wide"),
    dateLabels(narrow.x.ticks, "chart-paint-dates-narrow"),
    "</svg>",
  ].join("");
}

/** Edges of areas are drawn by the style sheet, which saves a second path for each. */
const lineOf = (series: ReturnType<typeof seriesOptions>[number]) =>
  series.type === "line"
    ? { ...series.lineStyle, ...("areaStyle" in series ? { width: 0 } : {}) }
    : undefined;

/** Nothing exceeds the plot, so no clipping is needed. */
const wholeUnits = (shapes: string): string =>
  shapes
    .replace(/<defs\s*>.*?<\/defs>| clip-path="[^"]*"/gs, "")
    .replace(/<path [^>]*stroke-width="0"[^>]*><\/path>/g, "")
    .replace(
      / d="([^"]*)"/g,
      (_, path: string) =>
        ` d="${inSteps(path.replace(/\d+\.\d+/g, (digits) => String(Math.round(+digits))))}"`,
    );

/** Stretching distorts circles, but not a zero-length line with round caps. */
const roundDots = (shapes: string): string =>
  shapes.replace(
    /<path d="M1 0A1 1[^"]*" transform="matrix\(([\d.]+),0,0,[\d.]+,([\d.-]+),([\d.-]+)\)" fill="([^"]*)"[^>]*><\/path>/g,
    (_, radius: string, x: string, y: string, fill: string) =>
      Number(radius) === 0
        ? ""
        : `<path d="M${x} ${y}h0" stroke="${fill}" stroke-width="5" stroke-linecap="round"></path>`,
  );
