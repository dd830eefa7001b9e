/** A chart as data: the series of the data API that it draws, and their form. */

import { namedSeries } from "#domain/api";
import type { InputProblem } from "#domain/errors";
import type { QueryInput } from "#domain/query";
import { isOpenSeries } from "#domain/screens";
import { type TimeMode, timeModes } from "../../charts/series/chartTypes";
import { editableQuery } from "../explorer/explorerSearch";

export interface ChartDefinition {
  /** Path of a series endpoint below the base of the API. */
  endpoint: string;
  /** In the endpoint's format. */
  query: QueryInput;
  /** Blank for the names of its metrics. */
  title: string;
  mode: TimeMode;
  scale: "linear" | "log";
  /** Shares of the total of each date. */
  percent: boolean;
}

const pathsOf = (isOpen: boolean): readonly string[] =>
  namedSeries.flatMap(({ name, resource }) => (isOpenSeries(resource) === isOpen ? [`/${name}`] : []));

/** Endpoints with public series, whose charts can be embedded in other sites. */
export const openChartEndpoints = pathsOf(true);
export const chartEndpoints = [...openChartEndpoints, ...pathsOf(false)];

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
 * Parses a definition. All parts except the endpoint and the query have defaults. Errors name their path.
 * @param offered endpoints listed in the error for an unknown one
 */
export function readChart(raw: unknown, offered: readonly string[] = chartEndpoints): ReadChart {
  const problems: InputProblem[] = [];
  const say = (path: string, message: string) => void problems.push({ path, message });
  if (!isObject(raw)) return { chart: null, problems: [{ path: "chart", message: "must be an object" }] };
  const { endpoint, query, title = "", mode = "lines", scale = "linear", percent = false, ...rest } = raw;
  for (const name of Object.keys(rest)) say(name, "unknown property");
  const knownEndpoint = oneOf(chartEndpoints, endpoint);
  if (knownEndpoint === undefined) say("endpoint", `must be one of ${offered.join(", ")}`);
  const knownMode = oneOf(timeModes, mode);
  if (knownMode === undefined) say("mode", `must be one of ${timeModes.join(", ")}`);
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
