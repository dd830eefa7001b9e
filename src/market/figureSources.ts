import type { FigureSources } from "#domain/api";
import { metricByName } from "#domain/metrics";
import type { Filter } from "#domain/query";
import {
  isLent,
  type LentResource,
  loansResource,
  poolsResource,
  type SplitResource,
} from "#domain/resources";
import { type AssetSource, assetSources, withFreshness } from "./explain/assetSources";
import { reachOf } from "./explain/reach";
import { sourceGroups } from "./explain/sourceGroups";
import type { Market } from "./market";
import { compileFilter } from "./query/compileFilter";
import { ListingSource, type TotalledResource } from "./query/listingSource";
import { RowSource } from "./query/rowSource";
import { SqlBinder } from "./sql/sqlBinder";

/** A part of the market. */
export interface FigureSourcesRequest {
  /** The resource of the filter. Default: tokens. */
  resource?: SplitResource;
  /** As series take it, without metrics and dates; null for all. */
  filter: Filter | null;
  /** Slugs of the metrics that are shown: sources of anything else are left out. Default: all metrics. */
  metrics?: readonly string[];
}

/**
 * The sources of the figures of a part of the market: those of its assets, newest first, and whether any of
 * those figures is sample data. Pools and loans state whether they are sample data, and name no source.
 * @throws InvalidError naming the invalid part of the filter
 */
export async function figureSources(
  market: Market,
  { filter, resource = "tokens", metrics = [] }: FigureSourcesRequest,
): Promise<FigureSources> {
  return market.remember({
    kind: "figure sources",
    key: [resource, filter, metrics],
    sizeOf: ({ sources }) => 200 + sources.length * 400,
    make: () =>
      isLent(resource)
        ? readLentSources(market, { resource, filter })
        : readFigureSources(market, { resource, filter, metrics }),
  });
}

async function readLentSources(
  market: Market,
  { resource, filter }: { resource: LentResource; filter: Filter | null },
): Promise<FigureSources> {
  const binder = new SqlBinder();
  const rows = new RowSource(resource === "pools" ? poolsResource : loansResource);
  const names = await market.names();
  const condition = compileFilter(filter, { binder, resolve: rows.resolve, names, of: rows.resource.label });
  const [counted] = await market.store.compactRows<[string]>(
    `SELECT countIf(t.is_sample) FROM ${rows.from()} WHERE ${condition}`,
    binder.parameters,
  );
  return { has_sample: Number(counted?.[0] ?? 0) > 0, sources: [] };
}

async function readFigureSources(
  market: Market,
  {
    resource,
    filter,
    metrics,
  }: { resource: TotalledResource; filter: Filter | null; metrics: readonly string[] },
): Promise<FigureSources> {
  const binder = new SqlBinder();
  const listings = new ListingSource(resource, false);
  const condition = compileFilter(filter, {
    binder,
    resolve: listings.resolve,
    names: await market.names(),
    of: resource,
  });
  const [assets, rows] = await Promise.all([
    market.store.compactRows<[number]>(
      `SELECT DISTINCT t.asset_id FROM ${listings.from()} WHERE ${condition}`,
      binder.parameters,
    ),
    assetSources(market),
  ]);
  const ids = new Set(assets.map(([id]) => id));
  const used = served(rows).filter((row) => ids.has(row.asset_id));
  return {
    has_sample: used.some((row) => row.is_sample),
    sources: await describe(market, used.filter(isReachedBy(metrics))),
  };
}

/**
 * An asset with a real figure shows real figures alone: its sample observations are not served. Nor are those of a
 * source that others prevail over.
 */
function served(rows: readonly AssetSource[]): AssetSource[] {
  const real = new Set(rows.filter((row) => !row.is_sample).map((row) => row.asset_id));
  return rows.filter((row) => row.is_used && (!row.is_sample || !real.has(row.asset_id)));
}

/** Whether a row can be an input of figures of metrics: of these, or of their inputs. */
function isReachedBy(metrics: readonly string[]): (row: AssetSource) => boolean {
  if (metrics.length === 0) return () => true;
  const reached = new Set(
    metrics.flatMap((name) => {
      const metric = metricByName(name);
      return metric === undefined ? [] : [...reachOf(metric).keys()];
    }),
  );
  return ({ metric_id }) => reached.has(metric_id);
}

async function describe(market: Market, used: readonly AssetSource[]): Promise<FigureSources["sources"]> {
  if (used.length === 0) return [];
  const ids = new Set(used.map(({ source }) => source));
  const groups = await sourceGroups(market);
  return withFreshness(
    [...groups.values()].filter(({ id }) => ids.has(id)),
    used,
  );
}
