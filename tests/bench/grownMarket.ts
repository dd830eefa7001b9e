/** Markets that differ only in size: some assets of the catalog with their sample data, and copies of these. */
import { existsSync } from "node:fs";
import { cp, mkdir, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import type { Asset, Catalog } from "#domain/catalog";
import { levelParts, weightParts } from "#domain/metrics";
import { ASSET_LISTING_OFFSET, indexCatalog } from "#domain/resources";
import { loadCatalog, loadSample } from "#ingest";
import { type MarketStore, migrateMarketStore, openMarketStore } from "#stores";
import { readShippedCatalog, today } from "./sampleMarket";

/** Number of assets of the smallest market: the measured one, others of its class, and others. */
const ORIGINALS = 20;
/** Added to every id for each copy: greater than every id of the catalog, and less than the ids of whole assets. */
const ID_STEP = 1_000_000;

export interface GrownMarket {
  folder: string;
  dailyRows: number;
}

/** Opens a market of `times` times the assets in a folder of `home`. Creates it if it does not exist. */
export async function grownMarket(
  home: string,
  { slug, assetClass, times }: { slug: string; assetClass: string; times: number },
): Promise<GrownMarket> {
  const folder = path.join(home, `${times}x`);
  const ready = path.join(folder, "ready");
  if (!existsSync(ready)) {
    await rm(folder, { recursive: true, force: true });
    await mkdir(folder, { recursive: true });
    const catalog = originals(await readShippedCatalog(), { slug, assetClass });
    if (times === 1) await inMarket(folder, (store) => makeOriginals(store, catalog));
    else {
      await grownMarket(home, { slug, assetClass, times: 1 });
      await cp(path.join(home, "1x"), folder, { recursive: true, filter: (from) => !from.endsWith("ready") });
      await inMarket(folder, (store) => makeCopies(store, catalog, times));
    }
    await writeFile(ready, "");
  }
  const dailyRows = await inMarket(folder, async (store) => {
    const [size] = await store.rows<{ n: string }>("SELECT count() AS n FROM daily_metrics");
    return Number(size?.n);
  });
  return { folder, dailyRows };
}

async function inMarket<T>(folder: string, work: (store: MarketStore) => Promise<T>): Promise<T> {
  const store = await openMarketStore({ url: null, folder: path.join(folder, "market") });
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}

/** Half of the assets are of the measured class, including the measured asset. */
function originals(catalog: Catalog, { slug, assetClass }: { slug: string; assetClass: string }): Catalog {
  const { tokensByAsset } = indexCatalog(catalog);
  const isMeasured = (asset: Asset) => asset.slug === slug;
  const isSmall = (asset: Asset) => tokensByAsset.get(asset.slug)?.length === 1;
  const [inClass, outside] = [true, false].map((wanted) =>
    catalog.assets.filter((asset) => (asset.asset_class === assetClass) === wanted && isSmall(asset)),
  );
  const assets = [
    ...[...catalog.assets.filter(isMeasured), ...(inClass ?? [])].slice(0, ORIGINALS / 2),
    ...(outside ?? []).slice(0, ORIGINALS / 2),
  ];
  const slugs = new Set(assets.map((asset) => asset.slug));
  return { ...catalog, assets, tokens: catalog.tokens.filter((token) => slugs.has(token.asset)) };
}

async function makeOriginals(store: MarketStore, catalog: Catalog): Promise<void> {
  await migrateMarketStore(store);
  await loadCatalog(store, catalog);
  await loadSample(store, indexCatalog(catalog), { today: today() });
  await merge(store);
}

async function makeCopies(store: MarketStore, catalog: Catalog, times: number): Promise<void> {
  const copies = Array.from({ length: times - 1 }, (_, at) => at + 1);
  await loadCatalog(store, {
    ...catalog,
    assets: [0, ...copies].flatMap((copy) =>
      catalog.assets.map((asset) => ({
        ...asset,
        id: asset.id + copy * ID_STEP,
        slug: slugOf(asset.slug, copy),
        name: copy === 0 ? asset.name : `${asset.name} ${copy}`,
        // An issuer with more assets would make its page larger, rather than one of more.
        issuer: copy === 0 ? asset.issuer : null,
      })),
    ),
    tokens: [0, ...copies].flatMap((copy) =>
      catalog.tokens.map((token) => ({
        ...token,
        id: token.id + copy * ID_STEP,
        asset: slugOf(token.asset, copy),
        address: copy === 0 ? token.address : null,
      })),
    ),
  });
  const metrics = await store.rows<{ id: number }>("SELECT DISTINCT metric_id AS id FROM daily_metrics");
  const shift = `numbers(1, ${times - 1})`;
  // One metric at a time, which is the order of the table, so that little merging is needed.
  for (const { id } of metrics)
    await store.run(`INSERT INTO daily_metrics
      SELECT metric_id, asset_id + number * ${ID_STEP}, token_id + number * ${ID_STEP}, date,
        value, carried, derived, is_sample, source_id, version, edition
      FROM ${shift} AS copies CROSS JOIN (
        SELECT * FROM daily_metrics WHERE metric_id = ${id} AND asset_id < ${ID_STEP}) AS originals`);
  const figures = `as_of, first_day, reported, ${[...levelParts, ...weightParts].join(", ")}, is_sample, version, edition`;
  await store.run(`INSERT INTO entity_metrics (entity_type, entity_id, metric_id, ${figures})
    SELECT entity_type, entity_id + number * ${ID_STEP}, metric_id, ${figures}
    FROM ${shift} AS copies CROSS JOIN (SELECT * FROM entity_metrics WHERE entity_type IN ('asset', 'token')
      AND entity_id % ${ASSET_LISTING_OFFSET} < ${ID_STEP}) AS originals`);
  await merge(store);
}

const slugOf = (slug: string, copy: number) => (copy === 0 ? slug : `${slug}-copy-${copy}`);

/** Merges the written parts: otherwise the engine would do so during the measurement. */
async function merge(store: MarketStore): Promise<void> {
  for (const table of ["daily_metrics", "entity_metrics"]) await store.run(`OPTIMIZE TABLE ${table} FINAL`);
}
