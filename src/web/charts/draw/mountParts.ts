/** Treemaps and pies that answer to pointer and keyboard. Its host keeps its size; the chart follows. */
import { type Part, partReading, partsOf } from "../plan/partsOf";
import { sayReading } from "../plan/readingAt";
import { partModeOf } from "../series/chartSeries";
import { buildTooltip } from "./buildTooltip";
import { init } from "./echartsCore";
import "./echartsParts";
import { followSize } from "./followSize";
import type { InteractiveChart, InteractiveEvents, InteractiveState } from "./mountChart";
import { partsOption } from "./partsOption";

export function mountParts(
  host: HTMLElement,
  first: InteractiveState,
  { onRead }: Pick<InteractiveEvents, "onRead">,
): InteractiveChart {
  let state = first;
  let focus: number | undefined;
  const chart = init(host, null, { renderer: "svg" });

  const tooltipOf = (part: Part) =>
    buildTooltip(partReading(state.plan, part), { mostRows: 1, lines: false, showsShare: true });

  function draw() {
    const mode = partModeOf(state.plan.view.mode);
    if (mode === null) return;
    const parts = partsOf(state.plan, state.hidden);
    const option = partsOption(state.plan, {
      mode,
      width: chart.getWidth(),
      hidden: state.hidden,
      lit: state.lit ?? (focus === undefined ? undefined : parts[focus]?.key),
    });
    chart.setOption(
      {
        ...option,
        tooltip: {
          trigger: "item",
          confine: true,
          transitionDuration: 0,
          backgroundColor: "transparent",
          borderWidth: 0,
          padding: 0,
          extraCssText: "box-shadow:none",
          formatter: (at: unknown) => {
            const part = parts.find(({ name }) => name === nameUnder(at));
            return part === undefined ? "" : tooltipOf(part);
          },
        },
      },
      { notMerge: true },
    );
  }

  function leave() {
    focus = undefined;
    chart.dispatchAction({ type: "hideTip" });
    draw();
  }

  function press(key: string): boolean {
    const parts = partsOf(state.plan, state.hidden);
    const to = (index: number) => {
      focus = Math.min(parts.length - 1, Math.max(0, index));
      draw();
      const part = parts[focus];
      if (part === undefined) return true;
      onRead(`${sayReading(partReading(state.plan, part))} ${part.share} of the total.`);
      chart.dispatchAction({ type: "showTip", seriesIndex: 0, name: part.name });
      return true;
    };
    switch (key) {
      case "ArrowRight":
      case "ArrowDown":
        return to((focus ?? -1) + 1);
      case "ArrowLeft":
      case "ArrowUp":
        return to((focus ?? 1) - 1);
      case "Home":
        return to(0);
      case "End":
        return to(parts.length - 1);
      case "Escape":
        leave();
        return true;
      default:
        return false;
    }
  }

  draw();
  chart.getZr().flush();

  const stopFollowing = followSize(host, chart, draw);

  return {
    update: (next) => {
      if (next.plan !== state.plan) focus = undefined;
      state = next;
      draw();
    },
    press,
    leave,
    resetZoom: () => undefined,
    destroy: () => {
      stopFollowing();
      chart.dispose();
    },
  };
}

/** The name of the part that a tooltip is about, out of what echarts hands over. */
const nameUnder = (at: unknown): string | undefined =>
  at !== null && typeof at === "object" && "name" in at && typeof at.name === "string" ? at.name : undefined;
