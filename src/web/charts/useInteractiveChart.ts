import { type RefObject, useEffect, useEffectEvent, useRef, useState } from "react";
import type { InteractiveChart, InteractiveState } from "./mountChart";

export interface InteractiveChartOptions {
  host: RefObject<HTMLElement | null>;
  state: InteractiveState;
  /** Whether there is anything to draw. */
  present: boolean;
  onRead: (sentence: string) => void;
  onZoom: (zoomed: boolean) => void;
}

/**
 * Loads the drawing library once the chart is in view and the browser has
 * nothing better to do, and keeps the drawing up to date. Where it cannot be
 * loaded, what the server painted stays.
 */
export function useInteractiveChart({ host, state, present, onRead, onZoom }: InteractiveChartOptions): {
  live: boolean;
  chart: RefObject<InteractiveChart | undefined>;
} {
  const chart = useRef<InteractiveChart>(undefined);
  const [live, setLive] = useState(false);

  const mount = useEffectEvent(async (isGone: () => boolean) => {
    const { mountChart } = await import("./mountChart");
    if (isGone() || !host.current) return;
    chart.current = mountChart(host.current, latest(), {
      onRead,
      onZoom: (window) => onZoom(window !== undefined),
    });
    setLive(true);
  });
  // The state may have changed while the library was on its way.
  const latest = useEffectEvent(() => state);

  // An effect: the browser's own events decide when to load, and the drawing lives outside React.
  useEffect(() => {
    const element = host.current;
    if (!element || !present) return;
    let gone = false;
    let cancel = () => {};
    const start = () => void mount(() => gone).catch(() => undefined);
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
        observer.disconnect();
        // With nothing painted in its place, a chart does not wait for an idle moment.
        if (element.parentElement?.querySelector(".chart-paint")) cancel = whenIdle(start);
        else start();
      },
      { rootMargin: "200px" },
    );
    observer.observe(element);
    return () => {
      gone = true;
      observer.disconnect();
      cancel();
      chart.current?.destroy();
      chart.current = undefined;
      setLive(false);
    };
  }, [host, present]);

  const { plan, hidden, lit } = state;
  useEffect(() => {
    if (live) chart.current?.update({ plan, hidden, lit });
  }, [live, plan, hidden, lit]);

  return { live, chart };
}

function whenIdle(start: () => void): () => void {
  if (typeof requestIdleCallback === "function") {
    const handle = requestIdleCallback(start, { timeout: 2_000 });
    return () => cancelIdleCallback(handle);
  }
  const timer = setTimeout(start, 200);
  return () => clearTimeout(timer);
}
