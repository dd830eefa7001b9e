import type { MonthCounts } from "#domain/api";
import { invalidAt, parseQuery, type Query } from "#domain/query";
import { type Field, fieldByName, type Resource } from "#domain/resources";
import { visibleResourceNamed } from "./access/visibleResourceNamed";
import { compileList } from "./listResource";
import type { Market } from "./market";

export interface CountRequest {
  /** Name or alias of a resource. */
  resource: string;
  /** Its field of the day on which a row counts. */
  date: string;
  /** The field by which rows fall into groups. */
  by: string;
  /** Only the filter and the search of the query apply. */
  query: Pick<Query, "filter" | "search">;
}

/**
 * How many rows of a resource there are of each month and group, months without any left out. Rows of no known day
 * are in none.
 * @throws NotFoundError for an unknown resource, InvalidError naming what does not fit it.
 */
export async function countByMonth(market: Market, request: CountRequest): Promise<MonthCounts> {
  const resource = visibleResourceNamed(market, request.resource);
  const date = fieldOf(resource, "date", request.date);
  if (date.type !== "date") throw invalidAt("date", `${date.name} is not a date`);
  const by = fieldOf(resource, "by", request.by);
  if (!by.groupable)
    throw invalidAt("by", `${resource.label} cannot be grouped by ${JSON.stringify(by.name)}`);
  const query = { ...parseQuery({}), filter: request.query.filter, search: request.query.search };
  return market.remember({
    kind: "counts by month",
    key: [resource.slug, date.name, by.name, query],
    sizeOf: ({ results }) => 200 + results.length * 100,
    make: async () => {
      const { from, where, binder } = await compileList(market, resource, query, { columns: [date, by] });
      // Months as text: the engine has months of dates after 1970 only.
      const rows = await market.store.compactRows<[month: string, group: string | null, count: string]>(
        `SELECT substring(toString(t.${date.name}), 1, 7) AS month, t.${by.name} AS part, count()
         FROM ${from} WHERE (${where}) AND t.${date.name} IS NOT NULL
         GROUP BY month, part ORDER BY month, part SETTINGS join_use_nulls = 1`,
        binder.parameters,
      );
      return {
        results: rows.map(([month, group, count]) => ({
          month,
          group: group === null ? null : String(group),
          count: Number(count),
        })),
      };
    },
  });
}

function fieldOf(resource: Resource, path: string, name: string): Field {
  const field = fieldByName(resource, name);
  if (field?.exposed !== true) {
    throw invalidAt(path, `${resource.label} have no field ${JSON.stringify(name)}`);
  }
  return field;
}
