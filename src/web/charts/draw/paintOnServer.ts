import type { paintChart } from "./paintChart";

/**
 * Paints a chart while a page is rendered; undefined in the browser, which keeps
 * what the server painted. The import stands behind a constant of the build, so
 * that the drawing library is no part of what the browser loads first.
 */
export const paintOnServer: typeof paintChart | undefined = import.meta.env.SSR
  ? (await import("./paintChart")).paintChart
  : undefined;
