export interface ChartAddress {
  /** A definition; text or anything else where the address has none. */
  chart?: unknown;
}

/** Longest definition that an address carries. */
const MAX_CHART = 20_000;

/** What of an address is the chart. */
export function readChartAddress(raw: Readonly<Record<string, unknown>>): ChartAddress {
  const { chart } = raw;
  if (chart === undefined || JSON.stringify(chart).length > MAX_CHART) return {};
  return { chart };
}
