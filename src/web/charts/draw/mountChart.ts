/**
 * The interactive chart: owns one echarts instance in one element. Loaded after the page as a separate chunk.
 * Draws the same plan as the server-rendered SVG below it.
 */

import { pageInk } from "../color/palette";
import { type ChartPlan, frameChart } from "../plan/planChart";
import { describeReading, type ReadFigure, readingAt } from "../plan/readingAt";
import { daysBefore } from "../series/calendar";
import type { DaySpan } from "../series/chartSeries";
import { chartTypes } from "../series/chartTypes";
import { dateOf, daysOf, readSpan, spanOf } from "../series/daySpan";
import { NARROW } from "../types/drawing";
import { chartOption, labelRoom, PLOT_BOTTOM } from "./buildChartOption";
import { buildTooltip, type Hand, MOST_EVENTS } from "./buildTooltip";
import { init } from "./echartsCore";
import { followSize, listenForSwitch } from "./plotListeners";

export interface InteractiveState {
  plan: ChartPlan;
  hidden: ReadonlySet<string>;
  /** Key of the highlighted layer. */
  lit: string | undefined;
}

export interface InteractiveEvents {
  /** Called when a date was reached by keyboard, with its figures as text. */
  onRead: (sentence: string) => void;
  onZoom: (window: readonly [number, number] | undefined) => void;
  /**
   * Called when a date range was selected, whose figures must then be fetched; null resets it. Without it, a
   * zoom only magnifies the available data.
   */
  onRange?: ((range: DaySpan | null) => void) | undefined;
}

export interface InteractiveChart {
  update: (state: InteractiveState) => void;
  /** Returns true if the key was handled. */
  press: (key: string, fast: boolean) => boolean;
  leave: () => void;
  resetZoom: () => void;
  destroy: () => void;
}

/** Minimum width of a selection in pixels, and minimum number of dates of a zoom. */
const LEAST_DRAG = 8;
const LEAST_DATES = 4;
/** Milliseconds without input after which a zoom by wheel, fingers or keys is complete. */
const REST_MS = 600;
/** Longest period in days of a chart that can be zoomed, except years. */
const LONGEST_PERIOD = 31;
const TOOLTIP_ROW = 19;
const TOOLTIP_FRAME = 96;
const TOOLTIP_EVENT = 66;

export function mountChart(
  host: HTMLElement,
  first: InteractiveState,
  { onRead, onZoom, onRange }: InteractiveEvents,
): InteractiveChart {
  let state = first;
  let window: readonly [number, number] | undefined;
  let focus: number | undefined;
  let drawn: ChartPlan | undefined;
  let figure: keyof ReadFigure = "text";
  let hand: Hand = "mouse";
  /** Index of the date with visible figures. */
  let shown: number | undefined;
  let resting: ReturnType<typeof setTimeout> | undefined;
  const chart = init(host, null, { renderer: "svg" });
  const still = matchMedia("(prefers-reduced-motion: reduce)");

  const frame = (inView = window) =>
    frameChart(state.plan, { hidden: state.hidden, window: inView, room: labelRoom(chart.getWidth()) });

  function draw() {
    const whole = frame(undefined).x;
    // On phones, the figures are shown below the plot over the legend, because there is no space next to a
    // finger.
    const below = chart.getWidth() < NARROW;
    const option = chartOption(state.plan, frame(), { hidden: state.hidden, lit: state.lit });
    chart.setOption(
      {
        ...option,
        xAxis: { ...option.xAxis, min: whole.min, max: whole.max },
        dataZoom: [
          {
            id: "zoom",
            type: "inside",
            filterMode: "none",
            zoomOnMouseWheel: "ctrl",
            moveOnMouseWheel: "shift",
            moveOnMouseMove: false,
            preventDefaultMouseMove: false,
            startValue: window?.[0] ?? whole.min,
            endValue: window?.[1] ?? whole.max,
          },
        ],
        tooltip: {
          trigger: "axis",
          confine: !below,
          ...(below && { position: () => ({ left: 0, top: chart.getHeight() - PLOT_BOTTOM / 4 }) }),
          transitionDuration: still.matches ? 0 : 0.12,
          backgroundColor: "transparent",
          borderWidth: 0,
          padding: 0,
          extraCssText: "box-shadow:none",
          axisPointer: {
            type: "line",
            snap: true,
            lineStyle: { color: pageInk.crosshair, type: [3, 3], width: 1 },
            label: { show: false },
          },
          formatter: (at: unknown) => {
            const index = indexOfTime(timeUnder(at));
            shown = index;
            const reading = readingAt(state.plan, index, state.hidden);
            const frame = TOOLTIP_FRAME + Math.min(reading.events.length, MOST_EVENTS) * TOOLTIP_EVENT;
            return buildTooltip(reading, {
              mostRows: below
                ? Number.POSITIVE_INFINITY
                : Math.max(3, Math.floor((chart.getHeight() - frame) / TOOLTIP_ROW)),
              lines: chartTypes[state.plan.view.mode].plan.isLines,
              figure,
              hand,
            });
          },
        },
      },
      // Another plan replaces all options: those of an earlier mode must not remain.
      drawn === state.plan ? { replaceMerge: ["series"] } : { notMerge: true },
    );
    drawn = state.plan;
  }

  /** The index of the date nearest to a time. */
  function indexOfTime(time: number): number {
    const { times } = state.plan;
    let best = 0;
    times.forEach((one, index) => {
      if (Math.abs(one - time) < Math.abs((times[best] ?? 0) - time)) best = index;
    });
    return best;
  }

  const timeAt = (x: number): number => Number(chart.convertFromPixel({ xAxisIndex: 0 }, x));

  function zoomTo(next: readonly [number, number] | undefined, restAfter = REST_MS) {
    const whole = frame(undefined).x;
    window = next && (next[0] > whole.min || next[1] < whole.max) ? next : undefined;
    draw();
    hideReading();
    onZoom(window);
    clearTimeout(resting);
    const span = window && readSpan(`${dateOf(window[0])}..${dateOf(window[1])}`);
    if (onRange && span) resting = setTimeout(() => onRange(span), restAfter);
  }

  function resetZoom() {
    if (!window && spanOf(state.plan.view.range) !== null) onRange?.(null);
    zoomTo(undefined);
  }

  /** Requests twice the visible range, extended on the sides where there can be more data. */
  function widen() {
    const { dates, view } = state.plan;
    const span = spanOf(view.range);
    if (span === null || !onRange) return;
    const half = Math.max(1, Math.round(daysOf(span) / 2));
    const isStart = (dates[0] ?? "") > daysBefore(span.from, -LONGEST_PERIOD);
    const isEnd = (dates.at(-1) ?? "") < daysBefore(span.to, LONGEST_PERIOD);
    const from = isStart ? span.from : daysBefore(span.from, half);
    const to = isEnd ? span.to : daysBefore(span.to, -half);
    if (from !== span.from || to !== span.to) onRange(`${from}..${to}`);
  }

  function zoomBy(factor: number) {
    if (factor > 1 && !window) return widen();
    const { times } = state.plan;
    const whole = frame(undefined).x;
    const [start, end] = window ?? [whole.min, whole.max];
    const least = (whole.max - whole.min) * Math.min(1, LEAST_DATES / Math.max(1, times.length));
    const span = Math.max((end - start) * factor, least);
    const centre = focus === undefined ? (start + end) / 2 : (times[focus] ?? (start + end) / 2);
    const from = Math.min(Math.max(centre - span / 2, whole.min), Math.max(whole.max - span, whole.min));
    zoomTo([from, Math.min(from + span, whole.max)]);
  }

  const pixelOf = (index: number): number =>
    Number(chart.convertToPixel({ xAxisIndex: 0 }, state.plan.times[index] ?? Number.NaN));

  function show(index: number) {
    if (state.plan.times[index] === undefined) return;
    chart.dispatchAction({ type: "showTip", x: pixelOf(index), y: chart.getHeight() / 3 });
    if (index === focus) onRead(describeReading(readingAt(state.plan, index, state.hidden), figure));
  }

  function switchFigure(index: number) {
    figure = figure === "text" ? "exact" : "text";
    // The tooltip stays unchanged while its date is the same.
    chart.dispatchAction({ type: "hideTip" });
    show(index);
  }

  function hideReading() {
    chart.dispatchAction({ type: "hideTip" });
    chart.dispatchAction({ type: "updateAxisPointer", currTrigger: "leave" });
  }

  function leave() {
    focus = undefined;
    hideReading();
  }

  const isMarked = (index: number) => state.plan.marks.some(({ date }) => date === state.plan.dates[index]);

  function press(key: string, fast: boolean): boolean {
    const { times } = state.plan;
    const inView = times.flatMap((time, index) =>
      !window || (time >= window[0] && time <= window[1]) ? [index] : [],
    );
    const firstSeen = inView[0] ?? 0;
    const lastSeen = inView.at(-1) ?? 0;
    const step = fast ? Math.max(1, Math.round(inView.length / 10)) : 1;
    const to = (index: number) => {
      focus = Math.min(lastSeen, Math.max(firstSeen, index));
      show(focus);
    };
    hand = "keyboard";
    switch (key) {
      case "Enter":
      case " ":
        if (focus === undefined) to(lastSeen);
        else switchFigure(focus);
        return true;
      case "ArrowLeft":
        to((focus ?? lastSeen + step) - step);
        return true;
      case "ArrowRight":
        to((focus ?? lastSeen - step) + step);
        return true;
      case "Home":
        to(firstSeen);
        return true;
      case "End":
        to(lastSeen);
        return true;
      case "e":
      case "E": {
        const marked = inView.filter((index) => isMarked(index));
        const from = focus ?? (fast ? lastSeen + 1 : firstSeen - 1);
        const next = fast ? marked.findLast((index) => index < from) : marked.find((index) => index > from);
        if (next !== undefined) to(next);
        return state.plan.marks.length > 0;
      }
      case "Escape":
        leave();
        return true;
      case "+":
      case "=":
        zoomBy(0.5);
        return true;
      case "-":
        zoomBy(2);
        return true;
      case "0":
        resetZoom();
        return true;
      default:
        return false;
    }
  }

  draw();
  chart.getZr().flush();

  // Wheel and pinch zoom go through echarts; the visible range then needs other labels.
  chart.on("datazoom", () => {
    const { dataZoom } = chart.getOption();
    const [zoom] = Array.isArray(dataZoom) ? dataZoom : [];
    const start = Number(zoom?.startValue);
    const end = Number(zoom?.endValue);
    if (end > start) zoomTo([start, end]);
  });

  const stopSelecting = selectByDrag(host, (from, to) => zoomTo([timeAt(from), timeAt(to)], 0));
  chart.on("hideTip", () => {
    shown = undefined;
  });
  const stopSwitching = listenForSwitch(host, {
    shown: () => shown,
    isOn: (index, x, near) => indexOfTime(timeAt(x)) === index || Math.abs(pixelOf(index) - x) <= near,
    onHand: (one) => {
      hand = one;
    },
    onSwitch: switchFigure,
  });
  const onDoubleClick = () => resetZoom();
  host.addEventListener("dblclick", onDoubleClick);

  const stopFollowing = followSize(host, chart, draw);

  return {
    update: (next) => {
      if (next.plan !== state.plan) {
        focus = undefined;
        if (window) onZoom(undefined);
        window = undefined;
        clearTimeout(resting);
      }
      state = next;
      draw();
    },
    press,
    leave,
    resetZoom,
    destroy: () => {
      clearTimeout(resting);
      stopFollowing();
      stopSelecting();
      stopSwitching();
      host.removeEventListener("dblclick", onDoubleClick);
      chart.dispose();
    },
  };
}

/** The time of a tooltip, from the parameters of echarts. */
function timeUnder(at: unknown): number {
  const [first] = Array.isArray(at) ? at : [at];
  const value: unknown =
    first && typeof first === "object" && "axisValue" in first ? first.axisValue : undefined;
  return Number(value);
}

/** Selects a range of the plot by mouse. Touch is reserved for scrolling and pinching. */
function selectByDrag(host: HTMLElement, onSelect: (from: number, to: number) => void): () => void {
  const band = document.createElement("div");
  band.className = "chart-selection";
  band.hidden = true;
  host.append(band);
  let from: number | undefined;
  const x = (event: PointerEvent) => event.clientX - host.getBoundingClientRect().left;

  const onDown = (event: PointerEvent) => {
    if (event.pointerType === "mouse" && event.button === 0) from = x(event);
  };
  const onMove = (event: PointerEvent) => {
    if (from === undefined) return;
    const to = x(event);
    band.hidden = Math.abs(to - from) < LEAST_DRAG;
    band.style.left = `${Math.min(from, to)}px`;
    band.style.width = `${Math.abs(to - from)}px`;
  };
  const onUp = (event: PointerEvent) => {
    if (from === undefined) return;
    const to = x(event);
    const wide = Math.abs(to - from) >= LEAST_DRAG;
    const [start, end] = from < to ? [from, to] : [to, from];
    from = undefined;
    band.hidden = true;
    if (wide) onSelect(start, end);
  };
  host.addEventListener("pointerdown", onDown);
  addEventListener("pointermove", onMove);
  addEventListener("pointerup", onUp);
  return () => {
    host.removeEventListener("pointerdown", onDown);
    removeEventListener("pointermove", onMove);
    removeEventListener("pointerup", onUp);
    band.remove();
  };
}
