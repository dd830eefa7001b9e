import type { CatalogIndex } from "#domain";
import { commit, loadCatalogNews } from "#ingest";
import type { MarketStore } from "#stores";
import { today } from "./today";

export const NEWS_NOT_STORED = "The news of the catalog could not be stored";

/**
 * Stores the news of the catalog in a commit of its own, so that its failure does not prevent loading the
 * catalog or starting the server. The next load retries.
 * @returns the failure, or null
 */
export async function storeCatalogNews(market: MarketStore, catalog: CatalogIndex): Promise<Error | null> {
  try {
    await commit(market, { today: today() }, () => loadCatalogNews(market, catalog));
    return null;
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}
