import type { Lookback } from "#domain/metrics";

/** A look-back next to a figure: `7d`, `30d`, `90d`, `1y`. */
export const lookbackLabel = (back: Lookback): string => (back === "365d" ? "1y" : back);
