import { type RefObject, useEffect, useEffectEvent, useRef, useState } from "react";
import { partModeOf } from "../series/chartSeries";
import type { InteractiveChart, InteractiveEvents, InteractiveState } from "./mountChart";

export interface InteractiveChartOptions {
  host: RefObject<HTMLElement | null>;
  state: InteractiveState;
  /** Whether there is anything to draw. */
  present: boolean;
  /** Whether the server's drawing, where there is one, still shows this state: it serves until a reader turns to the chart. */
  painted: boolean;
  onRead: (sentence: string) => void;
  onZoom: (zoomed: boolean) => void;
  onRange?: InteractiveEvents["onRange"];
}

/** What says that a reader turns to a chart: a pointer, a finger, the focus by keyboard or by words. */
const INTENTS = ["pointerenter", "touchstart", "focusin"] as const;

/**
 * Loads the drawing library once a reader turns to the chart, its controls or
 * its legend, and keeps the drawing up to date; a chart of which nothing is
 * painted is drawn as soon as it is in view. Where the library cannot be
 * loaded, what the server painted stays.
 */
export function useInteractiveChart({
  host,
  state,
  present,
  painted,
  onRead,
  onZoom,
  onRange,
}: InteractiveChartOptions): {
  live: boolean;
  chart: RefObject<InteractiveChart | undefined>;
} {
  const { plan, hidden, lit } = state;
  const partMode = partModeOf(plan.view.mode) !== null;
  const chart = useRef<InteractiveChart>(undefined);
  const [wanted, setWanted] = useState(false);
  const [live, setLive] = useState(false);

  const latestOnRange = useRef(onRange);
  useEffect(() => {
    latestOnRange.current = onRange;
  }, [onRange]);

  const mount = useEffectEvent(async (isGone: () => boolean, isParts: boolean) => {
    const draw = isParts
      ? (await import("./mountParts")).mountParts
      : (await import("./mountChart")).mountChart;
    if (isGone() || !host.current) return;
    chart.current = draw(host.current, latest(), {
      onRead,
      onZoom: (window) => onZoom(window !== undefined),
      // Not the one of now: the address that it changes may be another by then.
      ...(onRange && { onRange: (range) => latestOnRange.current?.(range) }),
    });
    setLive(true);
  });
  // The state may have changed while the library was on its way.
  const latest = useEffectEvent(() => state);

  // An effect: the browser's own events decide when to load.
  useEffect(() => {
    const element = host.current;
    if (!element || !present || wanted) return;
    const want = () => setWanted(true);
    const isPainted = painted && element.parentElement?.querySelector(".chart-paint");
    return isPainted ? onIntent(element, want) : onceInView(element, want);
  }, [host, present, painted, wanted]);

  // An effect: the drawing lives outside React.
  useEffect(() => {
    if (!present || !wanted) return;
    let gone = false;
    void mount(() => gone, partMode).catch(() => undefined);
    return () => {
      gone = true;
      chart.current?.destroy();
      chart.current = undefined;
      setLive(false);
    };
    // One library draws over time, another the parts of a day.
  }, [present, wanted, partMode]);

  useEffect(() => {
    if (live) chart.current?.update({ plan, hidden, lit });
  }, [live, plan, hidden, lit]);

  return { live, chart };
}

function onIntent(element: HTMLElement, start: () => void): () => void {
  const figure = element.closest("figure") ?? element;
  const once = new AbortController();
  const begin = () => {
    once.abort();
    start();
  };
  for (const intent of INTENTS)
    figure.addEventListener(intent, begin, { signal: once.signal, passive: true });
  // The pointer may rest on the chart, or the focus be in it, since before the page came alive.
  if (figure.matches(":hover, :focus-within")) begin();
  return () => once.abort();
}

function onceInView(element: HTMLElement, start: () => void): () => void {
  const observer = new IntersectionObserver(
    (entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      observer.disconnect();
      start();
    },
    { rootMargin: "200px" },
  );
  observer.observe(element);
  return () => observer.disconnect();
}
