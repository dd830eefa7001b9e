import { mkdir } from "node:fs/promises";
import path from "node:path";
import type { Catalog } from "#domain/catalog";
import { indexCatalog } from "#domain/resources";
import { loadCatalog, loadSample, readCatalog } from "#ingest";
import { type MarketStore, migrateMarketStore, openMarketStore } from "#stores";
import { root } from "../support/product";
import type { MeasureWorld } from "./comparison";

/** Data folder of a product whose market is the full-size sample. */
export const sampleFolder = ({ folder }: MeasureWorld): string => path.join(folder, "sample");

export const readShippedCatalog = async (): Promise<Catalog> =>
  (await readCatalog(path.join(root, "catalog"))).catalog;

export const today = (): string => new Date().toISOString().slice(0, 10);

/** Opens the market of `sampleFolder`. Creates its sample data, or updates it to yesterday. */
export async function openSampleMarket(world: MeasureWorld): Promise<MarketStore> {
  const folder = path.join(sampleFolder(world), "market");
  await mkdir(folder, { recursive: true });
  const store = await openMarketStore({ url: null, folder });
  await migrateMarketStore(store);
  const catalog = await readShippedCatalog();
  await loadCatalog(store, catalog);
  await loadSample(store, indexCatalog(catalog), { today: today() });
  return store;
}
