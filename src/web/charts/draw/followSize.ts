import type { EChartsType } from "./echartsCore";

/** Draws a chart anew whenever its element has another size, until the answered function is called. */
export function followSize(host: HTMLElement, chart: EChartsType, draw: () => void): () => void {
  const observer = new ResizeObserver(() => {
    const { clientWidth, clientHeight } = host;
    // On paper, which is as wide as it is and draws nothing, the drawing is scaled.
    host.querySelector("svg")?.setAttribute("viewBox", `0 0 ${clientWidth} ${clientHeight}`);
    if (clientWidth === 0 || (clientWidth === chart.getWidth() && clientHeight === chart.getHeight())) return;
    chart.resize();
    draw();
  });
  observer.observe(host);
  return () => observer.disconnect();
}
