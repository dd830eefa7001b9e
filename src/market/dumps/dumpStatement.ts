import { metricByName } from "#domain/metrics";
import { parseQuery } from "#domain/query";
import { tokensResource } from "#domain/resources";
import type { ResultFile, SqlParameters } from "#stores";
import { visibleResourceNamed } from "../access/visibleResourceNamed";
import { filedMetricsSql } from "../files/filedMetrics";
import { flatColumns } from "../files/flatColumns";
import { readingColumns } from "../files/sampleColumn";
import { compileList } from "../listResource";
import type { Market } from "../market";
import { tableSql } from "../query/rowSource";
import { compileSeries } from "../series/compileSeries";
import { SqlBinder } from "../sql/sqlBinder";
import type { DumpedSeries, DumpSet } from "./dumpSets";

/** Formats of complete data sets: those that can be written piece by piece, in any number of rows. */
export const dumpFormats = ["csv", "ndjson", "parquet"] as const;
export type DumpFormat = (typeof dumpFormats)[number];

export const engineFormats: Readonly<Record<DumpFormat, ResultFile["format"]>> = {
  csv: "CSVWithNames",
  ndjson: "JSONEachRow",
  parquet: "Parquet",
};

/** A SELECT of every row of a data set, in a fixed order. */
export interface DumpStatement {
  sql: string;
  parameters: SqlParameters;
}

export const dumpStatement = (market: Market, set: DumpSet, format: DumpFormat): Promise<DumpStatement> =>
  set.series === null ? rowsStatement(market, set.name, format) : seriesStatement(market, set.series);

/** The rows of a resource, with the columns and in the order of its files (`exportRows`), without their bounds. */
async function rowsStatement(market: Market, name: string, format: DumpFormat): Promise<DumpStatement> {
  const resource = visibleResourceNamed(market, name);
  const flat = flatColumns(resource, null, format);
  const { columns, metricIds } = flat;
  const reading = readingColumns({ resource, flat, scope: market.scope });
  const fields = resource.fields.filter((field) => field.exposed);
  const { from, where, orderBy, binder } = await compileList(market, resource, parseQuery({}), {
    columns: fields,
  });
  const joined =
    metricIds.size === 0
      ? ""
      : ` LEFT JOIN (${filedMetricsSql(resource.metricsOf ?? "", metricIds, market.scope)}) AS x ON x.entity_id = t.${resource.idField}`;
  const list = [...columns, ...reading.columns].map(({ name: column, sql }) => `${sql} AS \`${column}\``);
  return {
    sql: `SELECT ${list.join(", ")} FROM ${from}${joined}${reading.join} WHERE ${where} ORDER BY ${orderBy}`,
    parameters: binder.parameters,
  };
}

/** The values that the API answers for every measure, member and day, one a row. */
async function seriesStatement(
  market: Market,
  { resource, groupBy, members, hasNone, measures }: DumpedSeries,
): Promise<DumpStatement> {
  // A token's values are those that are stored, in the order in which they are: nothing has to be added up or sorted.
  const { sql, binder, sampled } =
    groupBy === "token"
      ? { sql: storedValues, binder: new SqlBinder(), sampled: null }
      : await compileSeries(market, {
          resource,
          query: parseQuery({
            filter: { operator: "in", field: "measure_slug", value: [...measures] },
            aggregate: { groupBy },
          }),
        });
  const known = measures.flatMap((slug) => metricByName(slug) ?? []);
  const slugs = `transform(s.metric_id, ${binder.bind(
    "Array(UInt32)",
    known.map(({ id }) => id),
  )}, ${binder.bind(
    "Array(String)",
    known.map(({ slug }) => slug),
  )}, '')`;
  const { slugField, idField } = members;
  const columns = [
    "s.day AS date",
    "s.metric_id AS measure_id",
    `${slugs} AS measure_slug`,
    // What belongs to none of them has no id.
    `${hasNone ? "nullIf(s.k, 0)" : "s.k"} AS ${groupBy}_id`,
    ...(slugField === null ? [] : [`n.slug AS ${groupBy}_slug`]),
    "s.v AS value",
    `${groupBy === "token" ? "s.is_sample" : sampled === null ? "false" : `CAST(s.k IN (${sampled}), 'Bool')`} AS is_sample`,
  ];
  const names =
    slugField === null
      ? ""
      : ` LEFT JOIN (SELECT t.${idField} AS id, t.${slugField} AS slug FROM ${tableSql(members)}) AS n ON n.id = s.k`;
  const order = groupBy === "token" ? "s.metric_id, s.asset_id, s.k, s.day" : "s.metric_id, s.k, s.day";
  return {
    sql: `SELECT ${columns.join(", ")} FROM (${sql ?? noValues}) AS s${names} ORDER BY ${order}`,
    parameters: binder.parameters,
  };
}

const noValues = "SELECT 0 AS metric_id, 0 AS k, toDate32(0) AS day, 0. AS v WHERE 0";
const storedValues = `SELECT metric_id, asset_id, token_id AS k, date AS day, value AS v, is_sample FROM daily_metrics
  WHERE token_id IN (SELECT id FROM ${tokensResource.table})`;
