/** A market with the shipped catalog and sample data of a few of its assets, for tests over all kinds of rows. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { type Catalog, citationSchema } from "#domain/catalog";
import { indexCatalog } from "#domain/resources";
import { loadCatalog, loadSample, readCatalog } from "#ingest";
import { createMarket, type Market } from "#market";
import { type MarketStore, migrateMarketStore } from "#stores";
import { type Fill, openFilledMarket } from "./filledMarket";

export interface SampleMarket {
  store: MarketStore;
  market: Market;
  close(): Promise<void>;
}

export interface SampleSize {
  /** Assets of each class. */
  perClass: number;
  /** Further assets, by slug. */
  also?: readonly string[];
  /** Days of figures, the last of them 2026-11-20. */
  days: number;
}

/** The fill function by size: files of a process that request the same sample share one. */
const fills = new Map<string, Fill>();
function fillOf(size: SampleSize): Fill {
  const name = JSON.stringify(size);
  const fill = fills.get(name) ?? ((store: MarketStore) => fillSample(store, size));
  fills.set(name, fill);
  return fill;
}

async function fillSample(store: MarketStore, size: SampleSize): Promise<void> {
  await migrateMarketStore(store);
  const { catalog } = await readCatalog(path.resolve(import.meta.dirname, "../../catalog"));
  const few = fewAssets(catalog, size);
  await loadCatalog(store, few);
  await loadSample(store, indexCatalog(few), { seed: 7, today: "2026-11-21", days: size.days });
}

/** Opens a separate market. Its results are cached for the data at opening, which must not change. */
export async function openSampleMarket(size: SampleSize): Promise<SampleMarket> {
  const folder = await mkdtemp(path.join(tmpdir(), "sample-market-"));
  const store = await openFilledMarket(path.join(folder, "market"), fillOf(size));
  return {
    store,
    market: createMarket({ store, dataVersion: () => 1 }),
    close: async () => {
      await store.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** The shipped catalog has none: citations are added by operators. */
const citation = citationSchema.parse({
  id: 100_061,
  title: "Tokenized funds grow",
  publisher: "Example Weekly",
  medium: "article",
  published: "2026-02",
  assets: [],
  source: "https://example.org/tokenized-funds-grow",
});

function fewAssets(catalog: Catalog, { perClass, also = [] }: SampleSize): Catalog {
  const seen = new Map<string, number>();
  const assets = catalog.assets.filter(({ asset_class, slug }) => {
    const count = (seen.get(asset_class) ?? 0) + 1;
    seen.set(asset_class, count);
    return count <= perClass || also.includes(slug);
  });
  const slugs = new Set(assets.map(({ slug }) => slug));
  const tokens = catalog.tokens.filter(({ asset }) => slugs.has(asset));
  return { ...catalog, assets, tokens, citations: [citation] };
}
