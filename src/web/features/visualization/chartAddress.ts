/** The chart in a URL. Every page loads the routes that read it, so it must not import how charts are read. */
export interface ChartAddress {
  /** A definition; text or any other value if the URL has none. */
  chart?: unknown;
}

/** Limit of the definition's length in a URL. */
const MAX_CHART = 20_000;

/** Reads the chart from search parameters. */
export function readChartAddress(raw: Readonly<Record<string, unknown>>): ChartAddress {
  const { chart } = raw;
  if (chart === undefined || JSON.stringify(chart).length > MAX_CHART) return {};
  return { chart };
}
