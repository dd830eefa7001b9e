import { type Context, Hono } from "hono";
import { type Filter, isFilterGroup, type Query } from "#domain";
import { answer } from "./answer";
import type { RestDependencies, RestEnvironment, RestState } from "./restDependencies";
import { queryOf, seriesEndpoint, withGroupBy } from "./v4Routes";

/** When version 3 became deprecated (RFC 9745): 1 January 2026. */
const DEPRECATED_SINCE = "@1767225600";

/** The series of version 3: the same answers, asked for in camel case. */
export function v3Routes(dependencies: RestDependencies, state: RestState): Hono<RestEnvironment> {
  const app = new Hono<RestEnvironment>();
  const series = (
    path: string,
    { resource, groupBy, successor }: { resource: "assets" | "tokens"; groupBy?: string; successor: string },
  ) =>
    app.on("GET", [path, `${path}/`], (c) => {
      c.header("Deprecation", DEPRECATED_SINCE);
      c.header("Link", `</api/v4${successor}>; rel="successor-version"`);
      const query = () => (groupBy === undefined ? snakeQuery(c) : withGroupBy(snakeQuery(c), groupBy));
      return answer(c, dependencies, { state, endpoint: seriesEndpoint(dependencies, { resource, query }) });
    });
  for (const resource of ["assets", "tokens"] as const) {
    const path = `/${resource}/aggregates/timeseries`;
    series(path, { resource, successor: path });
  }
  series("/protocols/timeseries", {
    resource: "tokens",
    groupBy: "protocol",
    successor: "/tokens/aggregates/timeseries",
  });
  return app;
}

/** `measureID` and `isInvestable` as version 4 writes them: `measure_id`, `is_investable`. */
export const snakeCase = (name: string): string =>
  name
    .replace(/ID(?=[A-Z.]|s?$)/g, "Id")
    .replace(/([a-z0-9])([A-Z])/g, "$1_$2")
    .toLowerCase();

function snakeQuery(c: Context): Query {
  const query = queryOf(c);
  return {
    ...query,
    filter: query.filter === null ? null : snakeFilter(query.filter),
    sort: query.sort === null ? null : { ...query.sort, field: snakeCase(query.sort.field) },
  };
}

const snakeFilter = (filter: Filter): Filter =>
  isFilterGroup(filter)
    ? { ...filter, filters: filter.filters.map(snakeFilter) }
    : { ...filter, field: snakeCase(filter.field) };
