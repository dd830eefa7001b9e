import type { CatalogIndex } from "#domain";
import { commit, loadCatalogNews } from "#ingest";
import type { MarketStore } from "#stores";
import { today } from "./today";

export const NEWS_NOT_STORED = "The news of the catalog could not be stored";

/**
 * Stores the news of the catalog in a commit of its own: no failure in it keeps the catalog from being loaded or the server
 * from starting. The next load tries again.
 * @returns the failure, null without one
 */
export async function storeCatalogNews(market: MarketStore, catalog: CatalogIndex): Promise<Error | null> {
  try {
    await commit(market, { today: today() }, () => loadCatalogNews(market, catalog));
    return null;
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}
