/** A separate market store for a test file: the real embedded engine in a temporary folder. */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type MarketStore, migrateMarketStore, showPublished } from "#stores";
import { openFilledMarket } from "./filledMarket";

export interface TestStore {
  store: MarketStore;
  folder: string;
  /** Writes a file for a test and returns its path. */
  file(name: string, content: string | Uint8Array): Promise<string>;
  /**
   * Empties every table of facts. Keeps the catalog and its version, so that storing the same catalog again does
   * nothing.
   */
  reset(): Promise<void>;
  close(): Promise<void>;
}

const FACTS = [
  "sources",
  "observations",
  "daily_metrics",
  "entity_metrics",
  "dirty_assets",
  "observed_series",
  "publications",
  "superseded_values",
  "news",
  "quarantine",
  "settings",
];

export async function openTestStore(): Promise<TestStore> {
  const folder = await mkdtemp(join(tmpdir(), "cadastre-ingest-"));
  const store = await openFilledMarket(join(folder, "market"), migrateMarketStore);
  return {
    store,
    folder,
    file: async (name, content) => {
      const path = join(folder, name);
      await writeFile(path, content);
      return path;
    },
    reset: async () => {
      const catalog = await store.rows("SELECT * FROM settings FINAL WHERE name = 'catalog_hash'");
      for (const table of FACTS) await store.run(`TRUNCATE TABLE ${table}`);
      await showPublished(store);
      if (catalog.length > 0) await store.insert("settings", catalog);
    },
    close: async () => {
      await store.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
