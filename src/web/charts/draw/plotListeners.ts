import type { Hand } from "./buildTooltip";
import type { EChartsType } from "./echartsCore";

/** Redraws a chart when its element is resized. Returns a function that stops it. */
export function followSize(host: HTMLElement, chart: EChartsType, draw: () => void): () => void {
  const observer = new ResizeObserver(() => {
    const { clientWidth, clientHeight } = host;
    // In print, the width changes without a redraw, so the drawing is scaled.
    host.querySelector("svg")?.setAttribute("viewBox", `0 0 ${clientWidth} ${clientHeight}`);
    if (clientWidth === 0 || (clientWidth === chart.getWidth() && clientHeight === chart.getHeight())) return;
    chart.resize();
    draw();
  });
  observer.observe(host);
  return () => observer.disconnect();
}

/** Maximum distance of a second tap on the same spot, and of a press that is not a drag, in pixels. */
const NEAR_TAP = 24;
const LEAST_DRAG = 8;

export interface SwitchListeners {
  /** Index of the date or part with a visible tooltip; undefined for none. */
  shown: () => number | undefined;
  /** True if a position of the plot, from its left edge, belongs to the visible tooltip. */
  isOn: (place: number, x: number, near: number) => boolean;
  onHand: (hand: Hand) => void;
  onSwitch: (place: number) => void;
}

/**
 * Reports when a click, or a second tap on the same spot, requests the other figures of a tooltip, and the
 * reader's input device. The first tap shows the tooltip, as hovering does. Returns a function that stops
 * listening.
 */
export function listenForSwitch(
  host: HTMLElement,
  { shown, isOn, onHand, onSwitch }: SwitchListeners,
): () => void {
  let down: { place: number | undefined; x: number; y: number } | undefined;
  const onPoint = ({ pointerType }: PointerEvent) => onHand(pointerType === "mouse" ? "mouse" : "touch");
  const onDown = (event: PointerEvent) => {
    onPoint(event);
    down = { place: shown(), x: event.clientX, y: event.clientY };
  };
  const onClick = ({ clientX, clientY }: MouseEvent) => {
    if (down?.place === undefined) return;
    if (Math.hypot(clientX - down.x, clientY - down.y) >= LEAST_DRAG) return;
    const x = clientX - host.getBoundingClientRect().left;
    if (isOn(down.place, x, NEAR_TAP)) onSwitch(down.place);
  };
  // Capture phase: before echarts handles the event and shows other figures.
  const early = { capture: true } as const;
  host.addEventListener("pointerdown", onDown, early);
  host.addEventListener("pointermove", onPoint, early);
  host.addEventListener("click", onClick);
  return () => {
    host.removeEventListener("pointerdown", onDown, early);
    host.removeEventListener("pointermove", onPoint, early);
    host.removeEventListener("click", onClick);
  };
}
