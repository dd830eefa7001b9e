import { Hono } from "hono";
import { version3Endpoints } from "#domain/api";
import { type Filter, isFilterGroup, parseQueryText, type Query } from "#domain/query";
import { endpoints } from "./endpoints";
import { respond } from "./respond";
import type { RestDependencies, RestEnvironment, RestState } from "./restDependencies";

/** Date of the deprecation of version 3 (RFC 9745): 1 January 2026. */
const DEPRECATED_SINCE = "@1767225600";

/** The series of version 3: the same responses, requested with names in camel case. */
export function v3Routes(dependencies: RestDependencies, state: RestState): Hono<RestEnvironment> {
  const app = new Hono<RestEnvironment>();
  for (const [path, { answeredBy, successor }] of Object.entries(version3Endpoints)) {
    for (const endpoint of endpoints.filter((one) => one.path === answeredBy)) {
      app.on("GET", [path, `${path}/`], (c) => {
        c.header("Deprecation", DEPRECATED_SINCE);
        c.header("Link", `</api/v4${successor}>; rel="successor-version"`);
        return respond(c, dependencies, {
          state,
          endpoint,
          query: () => version3Query(c.req.query("query")),
        });
      });
    }
  }
  return app;
}

/** Converts `measureID` and `isInvestable` to the names of version 4: `measure_id`, `is_investable`. */
const snakeCase = (name: string): string =>
  name
    .replace(/ID(?=[A-Z.]|s?$)/g, "Id")
    .replace(/([a-z0-9])([A-Z])/g, "$1_$2")
    .toLowerCase();

/**
 * Parses a query with names in camel case.
 * @throws InvalidError for an invalid query
 */
export function version3Query(text: string | undefined): Query {
  const query = parseQueryText(text);
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
