import type { EntityStats } from "#domain/api";
import { levels, type Metric, metricOfSlug } from "#domain/metrics";
import { entityOf, listingColumn, type NestedStats, type Resource } from "#domain/resources";
import type { Market } from "../market";
import type { EntityNames } from "../query/entityNames";
import { SqlBinder } from "../sql/sqlBinder";
import { totalsSql } from "../sql/totalsSql";
import { metricsSql } from "../visible/metricsSql";
import { isBeforeSql, sinceOf } from "../visible/sinceOf";
import { addMetrics, type MetricForm, metricCells, type RowWithMetrics } from "./metricCells";
import type { AddNested } from "./nestedRows";

type StatsRow = [rowId: number, list: number, id: number, assets: string];

/**
 * Reads the lists of totals that a resource nests in its rows, for all rows and all lists at once. Items are
 * ordered by the first described metric, largest first.
 * @returns the function that adds them to a row
 */
export async function readNestedStats(
  market: Market,
  {
    resource,
    ids,
    names: wanted,
    isBrief,
    form,
  }: {
    resource: Resource;
    /** Ids of the rows. */
    ids: readonly number[];
    names: readonly string[];
    isBrief: boolean;
    form: MetricForm;
  },
): Promise<AddNested> {
  const lists = resource.nestedStats.filter((stats) => wanted.includes(stats.name));
  if (resource.entity === null || lists.length === 0) return () => undefined;
  const [found, names] = await Promise.all([
    readTotals(market, {
      resource,
      rowColumn: listingColumn(resource.entity, "id"),
      lists,
      ids,
      isBrief,
      form,
    }),
    market.names(),
  ]);
  const metrics = metricsOf(lists);
  const items = new Map(ids.map((id) => [id, lists.map((): EntityStats[] => [])]));
  for (const {
    values: [rowId, list, id, assets],
    metrics: own,
  } of found) {
    const item = statsItem({ stats: lists[list], id, assets: Number(assets), names });
    if (item === null) continue;
    const brief = isBrief ? (lists[list]?.brief ?? null) : null;
    const before = items.get(rowId)?.[list];
    if (brief !== null && (before?.length ?? 0) >= brief.items) continue;
    const carried = brief === null ? metrics : brief.metrics.map(metricOfSlug);
    addMetrics(item, own, { metrics: carried, aliases: resource.metricAliases, form });
    before?.push(item);
  }
  return (row, id) => {
    const perList = items.get(id);
    for (const [i, stats] of lists.entries()) row[stats.name] = perList?.[i] ?? [];
  };
}

const metricsOf = (lists: readonly NestedStats[]): Metric[] =>
  [...new Set(lists.flatMap((stats) => stats.metrics))].map(metricOfSlug);

interface TotalsRequest {
  resource: Resource;
  rowColumn: string;
  lists: readonly NestedStats[];
  ids: readonly number[];
  isBrief: boolean;
  form: MetricForm;
}

/** Condition that leaves brief lists the metrics that they carry, and the one that orders them. */
function carriedSql(lists: readonly NestedStats[], order: Metric | undefined): string | undefined {
  const brief = lists.flatMap(({ brief }) => brief ?? []);
  if (brief.length === 0) return undefined;
  const carried = brief.flatMap(({ metrics }) => metrics).map((slug) => metricOfSlug(slug).id);
  const whole = lists.flatMap((list, i) => (list.brief === null ? [i] : []));
  const ofBrief = `e.metric_id IN (${[...new Set([...carried, order?.id ?? 0])].join(", ")})`;
  return whole.length === 0 ? ofBrief : `(l.list IN (${whole.join(", ")}) OR ${ofBrief})`;
}

/**
 * A column of totals, null in the lists for which it lies beyond the days of history: the rows have a history, and the
 * items of each list have theirs.
 */
function rememberedSql(
  column: string,
  { scope, resource, lists }: Pick<TotalsRequest, "resource" | "lists"> & Pick<Market, "scope">,
): string {
  const daysBack = levels.find(({ part }) => part === column)?.daysBack ?? 0;
  if (daysBack === 0) return column;
  const forgotten = lists.flatMap(({ by }, i) => {
    const since = sinceOf(scope, [resource.slug, entityOf(by).resource]);
    if (since === null) return [];
    const isBefore = isBeforeSql("max(as_of)", { daysBack, since });
    return `list = ${i} AND metric_id IN (SELECT metric_id FROM entity_metrics GROUP BY metric_id HAVING ${isBefore})`;
  });
  return forgotten.length === 0 ? column : `if(${forgotten.join(" OR ")}, NULL, ${column})`;
}

type Totals = RowWithMetrics<[rowId: number, list: number, id: number, leading: number | null]>;

/**
 * Every listing once per list, by its group there. Its assets are counted in a separate statement: the engine
 * would plan the columns of totals a second time to join them.
 */
async function readTotals(
  market: Market,
  { resource, rowColumn, lists, ids, isBrief, form }: TotalsRequest,
): Promise<RowWithMetrics<StatsRow>[]> {
  const binder = new SqlBinder();
  const wanted = binder.bind("Array(UInt32)", ids);
  const pairs = lists.map(({ by }, i) => `(${i}, ifNull(${listingColumn(by, "id")}, 0))`);
  const metrics = metricsOf(lists);
  const [order] = metrics;
  const members = `SELECT id, asset_id, row_id, pair.1 AS list, pair.2 AS item FROM (
      SELECT id, asset_id, assumeNotNull(${rowColumn}) AS row_id, arrayJoin([${pairs.join(", ")}]) AS pair
      FROM dim_tokens WHERE ifNull(${rowColumn} IN ${wanted}, 0)) WHERE item != 0`;
  const keys = ["row_id", "list", "item"];
  const where = isBrief ? carriedSql(lists, order) : undefined;
  const remembered = (column: string) => rememberedSql(column, { scope: market.scope, resource, lists });
  const [totals, counts] = await Promise.all([
    metricCells[form].rows<Totals["values"]>(
      market.store,
      `SELECT ${keys.join(", ")}, anyIf(val, metric_id = ${order?.id ?? 0}) AS leading,
         groupArray(${metricCells[form].sql("metric_id", remembered)}) AS metrics
       FROM (${totalsSql({ members, keys, metrics, where, stored: metricsSql(market.scope, "token") })})
       GROUP BY ${keys.join(", ")}`,
      binder.parameters,
    ),
    market.store.compactRows<StatsRow>(
      `SELECT ${keys.join(", ")}, uniqExact(asset_id) FROM (${members}) GROUP BY ${keys.join(", ")}`,
      binder.parameters,
    ),
  ]);
  const byKey = new Map(totals.map((found) => [found.values.slice(0, keys.length).join(), found]));
  return counts
    .map((values) => {
      const found = byKey.get(values.slice(0, keys.length).join());
      return { values, metrics: found?.metrics ?? [], leading: found?.values[3] ?? Number.NEGATIVE_INFINITY };
    })
    .sort((a, b) => b.leading - a.leading || a.values[2] - b.values[2]);
}

interface StatsItem {
  stats: NestedStats | undefined;
  id: number;
  assets: number;
  names: EntityNames;
}

function statsItem({ stats, id, assets, names }: StatsItem): EntityStats | null {
  const entity = stats === undefined ? undefined : names.get(stats.by)?.byId.get(id);
  if (entity === undefined) return null;
  return {
    id,
    name: entity.name,
    slug: entity.slug,
    icon_url: entity.icon,
    color_hex: entity.color,
    description: entity.description,
    asset_count: assets,
  };
}
