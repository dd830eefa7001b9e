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
