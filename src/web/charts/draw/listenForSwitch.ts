import type { Hand } from "./buildTooltip";

/** How far from the first tap a second one counts as one on the same spot, and what is no drag, in pixels. */
const NEAR_TAP = 24;
const LEAST_DRAG = 8;

export interface SwitchListeners {
  /** Place of the date or part whose figures are shown; undefined for none. */
  shown: () => number | undefined;
  /** Whether a place of the plot, this far from its left edge, is that of the figures that are shown. */
  isOn: (place: number, x: number, near: number) => boolean;
  onHand: (hand: Hand) => void;
  onSwitch: (place: number) => void;
}

/**
 * Tells when a click, or a second tap on the same spot, asks for the other figures of a tooltip, and what a reader points with.
 * The first tap shows the tooltip, as the pointer does by resting there. Listens until the answered function is called.
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
  // Before the drawing hears of it, which may show other figures.
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
