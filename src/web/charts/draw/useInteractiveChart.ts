import { type RefObject, useEffect, useEffectEvent, useRef, useState } from "react";
import { isPartsMode } from "../series/chartTypes";
import type { InteractiveChart, InteractiveEvents, InteractiveState } from "./mountChart";

export interface InteractiveChartOptions {
  host: RefObject<HTMLElement | null>;
  state: InteractiveState;
  /** True if there is anything to draw. */
  present: boolean;
  /** True if the server's drawing shows this state; it is used until the first interaction. */
  painted: boolean;
  onRead: (sentence: string) => void;
  onZoom: (zoomed: boolean) => void;
  onRange?: InteractiveEvents["onRange"];
}

/** First interactions with a chart: pointer, touch or focus. */
const INTENTS = ["pointerenter", "touchstart", "focusin"] as const;

/**
 * Loads the drawing library on the first interaction with the chart, its controls or its legend, and keeps
 * the drawing up to date. A chart without a server's drawing is drawn as soon as it is visible. If the
 * library cannot be loaded, the server's drawing stays.
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
  const isParts = isPartsMode(plan.view.mode);
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
      // Calls the latest callback: the URL that it changes can differ by then.
      ...(onRange && { onRange: (range) => latestOnRange.current?.(range) }),
    });
    setLive(true);
  });
  // The state can change while the library loads.
  const latest = useEffectEvent(() => state);

  // Effect: events of the browser decide when to load.
  useEffect(() => {
    const element = host.current;
    if (!element || !present || wanted) return;
    const want = () => setWanted(true);
    const isPainted = painted && element.parentElement?.querySelector(".chart-paint");
    return isPainted ? onIntent(element, want) : onceInView(element, want);
  }, [host, present, painted, wanted]);

  // Effect: the drawing is outside React.
  useEffect(() => {
    if (!present || !wanted) return;
    let gone = false;
    void mount(() => gone, isParts).catch(() => undefined);
    return () => {
      gone = true;
      chart.current?.destroy();
      chart.current = undefined;
      setLive(false);
    };
    // Time series and parts use different libraries.
  }, [present, wanted, isParts]);

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
  // The chart can be hovered or focused before hydration.
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
