import type { DataFreshness } from "#domain/api";
import { currentDay, DAY_MS } from "#domain/days";
import { metricById } from "#domain/metrics";
import { type AssetSource, assetSources } from "./explain/assetSources";
import { sourceGroups } from "./explain/sourceGroups";
import type { Market } from "./market";
import { hiddenIn, hiddenMetricsOf } from "./visible/visibleResource";

/** The latest day of the observations of each source, asset class and metric, and its age, the oldest first. */
export async function dataFreshness(market: Market): Promise<DataFreshness> {
  return market.remember({
    kind: "data freshness",
    key: null,
    sizeOf: (found) => JSON.stringify(found).length * 2,
    make: () => readFreshness(market),
  });
}

interface Group {
  id: number | string;
  slug: string;
  name: string;
}

async function readFreshness(market: Market): Promise<DataFreshness> {
  const { scope } = market;
  const isDenied = (scope?.termsOf("assets").deniedBy ?? null) !== null;
  const hidden = hiddenIn(scope, "assets", "tokens");
  const hiddenMetrics = hiddenMetricsOf(hidden);
  const [all, sources, classes] = await Promise.all([
    isDenied ? [] : assetSources(market),
    sourceGroups(market),
    isDenied ? new Map<number, Group>() : classesOf(market),
  ]);
  const areClassesHidden = hidden.has("asset_class_name") || hidden.has("asset_class_slug");
  // Figures of what left the catalog stay stored, and are not shown.
  const rows = all.filter(
    ({ asset_id, metric_id }) => classes.has(asset_id) && !hiddenMetrics.has(metric_id),
  );
  return {
    today: currentDay(),
    sources: newestBy(rows, ({ source }) => {
      const known = sources.get(source);
      return known && { id: source, slug: source, name: known.label };
    }),
    asset_classes: newestBy(rows, ({ asset_id }) => (areClassesHidden ? undefined : classes.get(asset_id))),
    measures: newestBy(rows, ({ metric_id }) => {
      const metric = metricById(metric_id);
      return metric && { id: metric.id, slug: metric.slug, name: metric.label };
    }),
  };
}

/** The class of each asset. */
async function classesOf({ store }: Market): Promise<Map<number, Group>> {
  const rows = await store.compactRows<[number, number, string, string]>(
    "SELECT id, asset_class_id, asset_class_slug, asset_class_name FROM dim_assets",
  );
  return new Map(rows.map(([asset, id, slug, name]) => [asset, { id, slug, name }]));
}

function newestBy(rows: readonly AssetSource[], groupOf: (row: AssetSource) => Group | undefined) {
  const groups = new Map<
    Group["id"],
    { group: Group; newest: string; assets: Set<number>; isSample: boolean }
  >();
  for (const row of rows) {
    const group = groupOf(row);
    if (group === undefined) continue;
    const known = groups.get(group.id) ?? {
      group,
      newest: row.newest_date,
      assets: new Set(),
      isSample: true,
    };
    if (row.newest_date > known.newest) known.newest = row.newest_date;
    known.assets.add(row.asset_id);
    known.isSample &&= row.is_sample;
    groups.set(group.id, known);
  }
  const today = Date.parse(currentDay());
  return [...groups.values()]
    .map(({ group: { slug, name }, newest, assets, isSample }) => ({
      slug,
      name,
      newest_date: newest,
      age_days: Math.round((today - Date.parse(newest)) / DAY_MS),
      asset_count: assets.size,
      is_sample: isSample,
    }))
    .sort((a, b) => b.age_days - a.age_days || a.name.localeCompare(b.name));
}
