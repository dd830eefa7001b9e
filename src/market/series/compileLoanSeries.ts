import type { Group } from "#domain/api";
import type { ReadScope } from "#domain/people";
import { invalidAt, type Query } from "#domain/query";
import {
  type EntityKind,
  entityOf,
  type Field,
  fieldByName,
  type LentResource,
  loanSeriesMetric,
  loansResource,
  NO_GROUP_ID,
  type Resource,
} from "#domain/resources";
import { exactSumSql } from "#stores";
import { visibleResourceNamed } from "../access/visibleResourceNamed";
import type { Market } from "../market";
import { type CompileOptions, compileFilter } from "../query/compileFilter";
import { remainingGroups } from "../query/grouping";
import { resourceNamed } from "../query/resourceNamed";
import { RowSource } from "../query/rowSource";
import { SqlBinder } from "../sql/sqlBinder";
import { sinceOf } from "../visible/sinceOf";
import { areEntitiesVisible, areNamesHidden } from "../visible/visibleNames";
import { hiddenIn, requireReadable } from "../visible/visibleResource";
import type { CompiledSeries } from "./compileSeries";
import { newestDays } from "./newestDays";
import { dateTarget, readSeriesFilter } from "./readSeriesFilter";
import { DATE_FIELD, decideMeasure, splitFilter } from "./seriesFilter";
import { planMetric } from "./seriesPlan";
import { periodEnd } from "./seriesSql";

export interface LoanSeriesOptions {
  resource: LentResource;
  query: Query;
  groups?: { keys: readonly (number | string)[]; isExcluded: boolean };
}

/**
 * Amount lent by the end of each day, from the loans: by pool or by loan if `groupBy` is omitted. A filter
 * applies to pools or to loans, like the resource.
 * @throws InvalidError for measures without history in loans, ForbiddenError if a policy denies the resource
 * of the groups
 */
export async function compileLoanSeries(
  market: Market,
  { resource, query, groups }: LoanSeriesOptions,
): Promise<CompiledSeries> {
  const [names, newest] = await Promise.all([market.names(), newestDays(market)]);
  const binder = new SqlBinder();
  const seen = visibleResourceNamed(market, resource);
  const source = new RowSource(seen, [], market.scope);
  const options: CompileOptions = {
    binder,
    names,
    of: source.resource.label,
    resolve: (name) => (name === DATE_FIELD ? dateTarget : source.resolve(name)),
  };
  const { metrics, warnings } = readSeriesFilter(query.filter, options, seen.hiddenMetrics);
  const untold = metrics.find(({ slug }) => slug !== loanSeriesMetric);
  if (untold !== undefined) {
    throw invalidAt(
      "filter",
      `${untold.slug} of ${resource} is available for today only; for a time series, use ${loanSeriesMetric}`,
    );
  }
  const { aggregateFunction = "sum", groupBy = resource === "pools" ? "pool" : "loan" } =
    query.aggregate ?? {};
  if (aggregateFunction !== "sum") {
    throw invalidAt(
      "aggregate.aggregateFunction",
      `amounts lent can only be summed; use sum instead of ${aggregateFunction}`,
    );
  }
  const grouping = loanGrouping(groupBy, market.scope);
  const loanNames = groupBy === "loan" ? await namesOfLoans(market) : undefined;
  const [metric] = metrics;
  const filter = metric === undefined ? false : decideMeasure(query.filter, metric);
  const compiled = {
    binder,
    // Only loans are read, and a page of groups is within the limit of values.
    parts: [],
    metrics,
    warnings,
    groupOf: (_: unknown, key: number | string): Group => {
      const { type, entity, noneLabel } = grouping;
      if (groupBy === "measure" && metric !== undefined) {
        return { type, id: metric.id, slug: metric.slug, name: metric.name, color: null };
      }
      if (groupBy === DATE_FIELD) return { type, id: null, slug: null, name: "All", color: null };
      if (key === 0 || key === "") {
        const id = entity === null ? null : NO_GROUP_ID;
        return { type, id, slug: null, name: noneLabel, color: null };
      }
      if (loanNames !== undefined) {
        return { type, id: key, slug: null, name: loanNames.get(Number(key)) ?? String(key), color: null };
      }
      const named = entity === null ? undefined : names.get(entity)?.byId.get(Number(key));
      const text = String(key);
      const slug = named?.slug ?? (entity === null ? text : null);
      return { type, id: key, slug, name: named?.name ?? text, color: named?.color ?? null };
    },
  };
  if (metric === undefined || filter === false) return { ...compiled, sql: null, sampled: null };

  const { interval } = planMetric(metric, { aggregate: query.aggregate, members: "tokens" }).plan;
  const split = splitFilter(filter);
  if (split.both.length > 0) {
    throw invalidAt("filter", `conditions on the date and on ${resource} cannot be combined with or`);
  }
  const rows = split.listings.map((part) => compileFilter(part, options));
  const days = split.days.map((part) => compileFilter(part, options));
  // Both are computed from loans: the shorter history applies to both, as does that of the grouping resource.
  const since = sinceOf(market.scope, ["pools", "loans", groupResource(groupBy)?.slug ?? resource]);
  if (since !== null) days.push(`d.date >= ${binder.bind("Date32", since)}`);
  const where = rows.length === 0 ? "1" : rows.join(" AND ");
  const ofLoans =
    resource === "loans" ? where : `t.pool_id IN (SELECT t.id FROM ${source.from()} WHERE ${where})`;
  const keys =
    groups === undefined || groups.keys.length === 0
      ? "1"
      : `k ${groups.isExcluded ? "NOT IN" : "IN"} ${binder.bind(grouping.keyType, groups.keys)}`;
  const lent = `SELECT ${grouping.keySql} AS k, t.issued_date AS issued, ${exactSumSql("t.principal_dollar")} AS amount
    FROM loans AS t FINAL WHERE ${ofLoans} AND ${keys} AND ${grouping.remains} GROUP BY k, issued`;
  const sampled = `SELECT DISTINCT ${grouping.keySql} AS k FROM loans AS t FINAL
    WHERE t.is_sample AND ${ofLoans} AND ${keys} AND ${grouping.remains}`;
  const levels = `SELECT k, issued, ${exactSumSql("amount", " OVER (PARTITION BY k ORDER BY issued)")} AS v FROM (${lent})`;
  const newestDay = newest.get(metric.id) ?? [...newest.values()].sort().at(-1);
  const end =
    newestDay === undefined ? "(SELECT max(issued_date) FROM loans FINAL)" : binder.bind("Date32", newestDay);
  const calendar = `SELECT addDays(first, arrayJoin(range(toUInt32(greatest(dateDiff('day', first, ${end}) + 1, 0))))) AS date
    FROM (SELECT min(issued_date) AS first FROM loans FINAL)`;
  const ends = `SELECT max(d.date) AS asked, least(${periodEnd[interval]("d.date")}, ${end}) AS day
    FROM (${calendar}) AS d WHERE ${days.length === 0 ? "1" : days.join(" AND ")} GROUP BY day`;
  const sql = `SELECT toUInt32(${metric.id}) AS metric_id, g.k AS k, g.day AS day, l.v AS v, g.asked AS last
    FROM (SELECT s.k AS k, e.asked AS asked, e.day AS day
      FROM (SELECT DISTINCT k FROM (${lent})) AS s CROSS JOIN (${ends}) AS e) AS g
    ASOF INNER JOIN (${levels}) AS l ON g.k = l.k AND g.asked >= l.issued`;
  return { ...compiled, sql, sampled };
}

interface LoanGrouping {
  type: string;
  /** SQL over a loan `t`: its group, 0 or an empty text for none. */
  keySql: string;
  keyType: string;
  /** Condition over a loan that selects the visible groups; "1" if all are. */
  remains: string;
  entity: NonNullable<Field["refersTo"]>["entity"] | null;
  noneLabel: string;
}

/** Wire values of `groupBy` for an entity of loans, and the field with its id. */
const entityFields = loansResource.fields.flatMap((field: Field) => {
  const { refersTo } = field;
  if (refersTo === null || refersTo.field !== "id") return [];
  const { kind, prefix, prefixAliases } = entityOf(refersTo.entity);
  return [...new Set([kind, prefix, ...prefixAliases])].map((name) => ({ name, field, kind }));
});

/** Groupings of series of pools and loans. */
export const loanGroupBys: readonly string[] = [
  "loan",
  ...entityFields.map(({ name }) => name),
  ...loansResource.fields.filter((field) => field.groupable).map(({ name }) => name),
  "date",
  "measure",
];

/**
 * The resource whose rows are the groups: referenced entities, or the loans themselves; null for days and
 * measures.
 */
function groupResource(groupBy: string): Resource | null {
  if (groupBy === DATE_FIELD || groupBy === "measure") return null;
  const kind = groupKind(groupBy);
  return kind === null ? loansResource : resourceNamed(entityOf(kind).resource);
}

const groupKind = (groupBy: string): EntityKind | null =>
  entityFields.find(({ name }) => name === groupBy)?.kind ??
  fieldByName(loansResource, groupBy)?.refersTo?.entity ??
  null;

function loanGrouping(groupBy: string, scope: ReadScope | null): LoanGrouping {
  const byId = { type: groupBy, keyType: "Array(UInt32)", entity: null, noneLabel: "", remains: "1" };
  if (groupBy === DATE_FIELD || groupBy === "measure") return { ...byId, keySql: "0" };
  requireReadable({ scope }, groupResource(groupBy) ?? loansResource);
  if (disclosesHiddenField(groupBy, scope)) throw ungroupable(groupBy);
  if (groupBy === "loan") return { ...byId, keySql: "t.id" };
  const named = entityFields.find(({ name }) => name === groupBy);
  if (named !== undefined) {
    const { kind, field } = named;
    const noneLabel = entityOf(kind).grouping?.noneLabel ?? `No ${entityOf(kind).label.toLowerCase()}`;
    const remains = remainingGroups(scope, { entity: kind, field: "id" }, `t.${field.name}`);
    return { ...byId, keySql: `ifNull(t.${field.name}, 0)`, entity: kind, noneLabel, remains };
  }
  const field = fieldByName(loansResource, groupBy);
  if (field?.groupable !== true) {
    throw ungroupable(groupBy);
  }
  return {
    ...byId,
    keySql: `ifNull(toString(t.${field.name}), '')`,
    keyType: "Array(String)",
    noneLabel: `No ${field.label.toLowerCase()}`,
    remains: field.refersTo === null ? "1" : remainingGroups(scope, field.refersTo, `t.${field.name}`),
  };
}

const ungroupable = (groupBy: string) =>
  invalidAt("aggregate.groupBy", `loans cannot be grouped by ${JSON.stringify(groupBy)}`);

/** Whether the scope permits grouping loans by a field. */
export function canGroupLoansBy(groupBy: string, scope: ReadScope | null): boolean {
  const resource = groupResource(groupBy);
  if (resource === null) return true;
  const kind = groupKind(groupBy);
  const isAllowed =
    kind === null ? scope?.termsOf(resource.slug).deniedBy == null : areEntitiesVisible(scope, kind);
  return isAllowed && !disclosesHiddenField(groupBy, scope);
}

/** Whether groups would disclose a hidden field: they have the ids, slugs and names of their entities. */
function disclosesHiddenField(groupBy: string, scope: ReadScope | null): boolean {
  const hidden = hiddenIn(scope, "pools", "loans");
  const field =
    entityFields.find(({ name }) => name === groupBy)?.field ?? fieldByName(loansResource, groupBy);
  const names = field === undefined ? [] : siblingNames(field);
  const kind = groupKind(groupBy);
  return (
    [groupBy, ...(groupBy === "loan" ? ["name"] : names)].some((name) => hidden.has(name)) ||
    (kind !== null && areNamesHidden(scope, entityOf(kind).resource))
  );
}

/** The fields that name the same entity as one of them. */
const siblingNames = ({ refersTo }: Field): string[] =>
  loansResource.fields
    .filter((field: Field) => refersTo?.as != null && field.refersTo?.as === refersTo.as)
    .map(({ name }) => name);

const namesOfLoans = (market: Market): Promise<ReadonlyMap<number, string>> =>
  market.remember({
    kind: "names of loans",
    key: null,
    sizeOf: (known) => known.size * 100,
    make: async () =>
      new Map(await market.store.compactRows<[id: number, name: string]>("SELECT id, name FROM loans FINAL")),
  });
