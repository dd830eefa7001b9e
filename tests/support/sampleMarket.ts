/** A market with the catalog as it is shipped and a sample of a few of its assets, for tests over all kinds of rows. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { type Catalog, citationSchema, indexCatalog } from "#domain";
import { loadCatalog, loadSample, readCatalog } from "#ingest";
import { createMarket, type Market } from "#market";
import { type MarketStore, migrateMarketStore, openMarketStore } from "#stores";
import { fillStore } from "./fillStore";

export interface SampleMarket {
  store: MarketStore;
  market: Market;
  close(): Promise<void>;
}

export async function openSampleMarket(size: {
  /** Assets of each class. */
  perClass: number;
  /** Further assets, by slug. */
  also?: readonly string[];
  /** Days of figures, the last of them 2026-11-20. */
  days: number;
}): Promise<SampleMarket> {
  const folder = await mkdtemp(path.join(tmpdir(), "sample-market-"));
  const store = await openMarketStore({ url: null, folder });
  await fillStore(store, async () => {
    await migrateMarketStore(store);
    const { catalog } = await readCatalog(path.resolve(import.meta.dirname, "../../catalog"));
    const few = fewAssets(catalog, size);
    await loadCatalog(store, few);
    await loadSample(store, indexCatalog(few), { seed: 7, today: "2026-11-21", days: size.days });
  });
  return {
    store,
    market: createMarket({ store }),
    close: async () => {
      await store.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** The catalog is shipped without any: who runs the product knows who cites it. */
const citation = citationSchema.parse({
  id: 100_061,
  title: "Tokenized funds grow",
  publisher: "Example Weekly",
  medium: "article",
  published: "2026-02",
  assets: [],
  source: "https://example.org/tokenized-funds-grow",
});

function fewAssets(
  catalog: Catalog,
  { perClass, also = [] }: { perClass: number; also?: readonly string[] },
): Catalog {
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
