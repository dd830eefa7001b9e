import type { EChartsType } from "./echartsCore";

/** Draws a chart anew whenever its element has another size, until the answered function is called. */
export function followSize(host: HTMLElement, chart: EChartsType, draw: () => void): () => void {
  const observer = new ResizeObserver(() => {
    const { clientWidth, clientHeight } = host;
    if (clientWidth === 0 || (clientWidth === chart.getWidth() && clientHeight === chart.getHeight())) return;
    chart.resize();
    draw();
  });
  observer.observe(host);
  return () => observer.disconnect();
}
