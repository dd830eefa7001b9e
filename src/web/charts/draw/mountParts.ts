/** Interactive treemaps and pies. The chart follows the size of its host. */
import { type Part, partReading, partsOf } from "../plan/partsOf";
import { describeReading, type ReadFigure } from "../plan/readingAt";
import { isPartsMode } from "../series/chartTypes";
import { partsDrawings } from "../types/partsDrawings";
import { buildTooltip, type Hand } from "./buildTooltip";
import { init } from "./echartsCore";
import type { InteractiveChart, InteractiveEvents, InteractiveState } from "./mountChart";
import { followSize, listenForSwitch } from "./plotListeners";

export function mountParts(
  host: HTMLElement,
  first: InteractiveState,
  { onRead }: Pick<InteractiveEvents, "onRead">,
): InteractiveChart {
  let state = first;
  let focus: number | undefined;
  let figure: keyof ReadFigure = "text";
  let hand: Hand = "mouse";
  /** Index of the part with visible figures. */
  let shown: number | undefined;
  const chart = init(host, null, { renderer: "svg" });

  const tooltipOf = (part: Part) =>
    buildTooltip(partReading(state.plan, part), {
      mostRows: 1,
      lines: false,
      showsShare: true,
      figure,
      hand,
    });

  function draw() {
    const { mode } = state.plan.view;
    if (!isPartsMode(mode)) return;
    const parts = partsOf(state.plan, state.hidden);
    const option = partsDrawings[mode].option(state.plan, {
      width: chart.getWidth(),
      height: chart.getHeight(),
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
            const index = parts.findIndex(({ name }) => name === nameUnder(at));
            const part = parts[index];
            shown = part && index;
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

  function show(index: number) {
    const part = partsOf(state.plan, state.hidden)[index];
    if (part === undefined) return;
    if (index === focus)
      onRead(`${describeReading(partReading(state.plan, part), figure)} ${part.share} of the total.`);
    chart.dispatchAction({ type: "showTip", seriesIndex: 0, name: part.name });
  }

  function switchFigure(index: number) {
    figure = figure === "text" ? "exact" : "text";
    chart.dispatchAction({ type: "hideTip" });
    show(index);
  }

  function press(key: string): boolean {
    const parts = partsOf(state.plan, state.hidden);
    const to = (index: number) => {
      focus = Math.min(parts.length - 1, Math.max(0, index));
      draw();
      show(focus);
      return true;
    };
    hand = "keyboard";
    switch (key) {
      case "Enter":
      case " ":
        if (focus === undefined) return to(0);
        switchFigure(focus);
        return true;
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
  chart.on("hideTip", () => {
    shown = undefined;
  });
  const stopSwitching = listenForSwitch(host, {
    shown: () => shown,
    isOn: (index) => index === shown,
    onHand: (one) => {
      hand = one;
    },
    onSwitch: switchFigure,
  });

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
      stopSwitching();
      chart.dispose();
    },
  };
}

/** The name of a tooltip's part, from the parameters of echarts. */
const nameUnder = (at: unknown): string | undefined =>
  at !== null && typeof at === "object" && "name" in at && typeof at.name === "string" ? at.name : undefined;
