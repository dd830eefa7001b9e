/** A chart as data: which series of the data API it draws, and how. */
import { type InputProblem, isOpenSeries, namedSeries, type QueryInput } from "#domain";
import type { ChartMode } from "../../charts/series/chartSeries";
import { editableQuery } from "../explorer/explorerSearch";

export interface ChartDefinition {
  /** Path of an endpoint of series, under the base of the API. */
  endpoint: string;
  /** As the endpoint takes it. */
  query: QueryInput;
  /** Blank takes the names of its metrics. */
  title: string;
  mode: ChartMode;
  scale: "linear" | "log";
  /** Shares of the total of each date. */
  percent: boolean;
}

const pathsOf = (isOpen: boolean): readonly string[] =>
  namedSeries.flatMap(({ name, resource }) => (isOpenSeries(resource) === isOpen ? [`/${name}`] : []));

/** Those whose series everybody may read: their charts can stand in other people's pages. */
export const openChartEndpoints = pathsOf(true);
export const chartEndpoints = [...openChartEndpoints, ...pathsOf(false)];

export const chartModes = ["stacked", "lines", "bars"] as const;
const scales = ["linear", "log"] as const;
const MAX_TITLE = 120;

export const exampleChart: ChartDefinition = {
  endpoint: "/token_timeseries",
  query: {
    filter: { operator: "equals", field: "measure_slug", value: "bridged_token_value_dollar" },
    aggregate: { groupBy: "asset_class", interval: "month" },
    pagination: { page: 1, perPage: 25 },
  },
  title: "",
  mode: "stacked",
  scale: "linear",
  percent: false,
};

export type ReadChart =
  | { chart: ChartDefinition; problems: readonly [] }
  | { chart: null; problems: readonly InputProblem[] };

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const oneOf = <T extends string>(values: readonly T[], value: unknown): T | undefined =>
  values.find((one) => one === value);

/**
 * Reads a definition; what is left out but the endpoint and the query has a default. Problems name their path.
 * @param offered endpoints that the words about an unknown one name
 */
export function readChart(raw: unknown, offered: readonly string[] = chartEndpoints): ReadChart {
  const problems: InputProblem[] = [];
  const say = (path: string, message: string) => void problems.push({ path, message });
  if (!isObject(raw)) return { chart: null, problems: [{ path: "chart", message: "must be an object" }] };
  const { endpoint, query, title = "", mode = "lines", scale = "linear", percent = false, ...rest } = raw;
  for (const name of Object.keys(rest)) say(name, "unknown property");
  const knownEndpoint = oneOf(chartEndpoints, endpoint);
  if (knownEndpoint === undefined) say("endpoint", `must be one of ${offered.join(", ")}`);
  const knownMode = oneOf(chartModes, mode);
  if (knownMode === undefined) say("mode", `must be one of ${chartModes.join(", ")}`);
  const knownScale = oneOf(scales, scale);
  if (knownScale === undefined) say("scale", `must be one of ${scales.join(", ")}`);
  if (typeof title !== "string" || title.length > MAX_TITLE) {
    say("title", `must be text of at most ${MAX_TITLE} characters`);
  }
  if (typeof percent !== "boolean") say("percent", "must be true or false");
  const knownQuery = isObject(query) ? editableQuery(query) : null;
  if (knownQuery === null)
    say("query", "must be a query of the data API: an object with filter and aggregate");
  const isWhole =
    knownEndpoint !== undefined &&
    knownMode !== undefined &&
    knownScale !== undefined &&
    knownQuery !== null &&
    typeof title === "string" &&
    typeof percent === "boolean";
  if (problems.length > 0 || !isWhole) return { chart: null, problems };
  return {
    chart: { endpoint: knownEndpoint, query: knownQuery, title, mode: knownMode, scale: knownScale, percent },
    problems: [],
  };
}
