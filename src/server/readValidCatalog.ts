import type { Catalog } from "#domain/catalog";
import { currentDay } from "#domain/days";
import { InvalidError } from "#domain/errors";
import type { CatalogIndex } from "#domain/resources";
import { type CatalogFolders, checkCatalog, commit, loadCatalogNews, readCatalogFolders } from "#ingest";
import type { MarketStore } from "#stores";

export const NEWS_NOT_STORED = "The news of the catalog could not be stored";

/**
 * Stores the news of the catalog in a commit of its own, so that its failure does not prevent loading the
 * catalog or starting the server. The next load retries.
 * @returns the failure, or null
 */
export async function storeCatalogNews(market: MarketStore, catalog: CatalogIndex): Promise<Error | null> {
  try {
    await commit(market, { today: currentDay() }, () => loadCatalogNews(market, catalog));
    return null;
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

const SHOWN = 20;

/**
 * Reads the catalog.
 * @throws InvalidError that lists file, line and reason of the first twenty problems
 */
export async function readValidCatalog(folders: CatalogFolders): Promise<Catalog> {
  const reading = await readCatalogFolders(folders);
  const problems = checkCatalog(reading);
  if (problems.length === 0) return reading.catalog;
  const lines = problems.slice(0, SHOWN).map((p) => `  ${p.file}:${p.line} ${p.field} ${p.message}`);
  const more = problems.length > SHOWN ? `\n  and ${problems.length - SHOWN} more` : "";
  throw new InvalidError(
    `The catalog in ${folders.own} is invalid:\n${lines.join("\n")}${more}\n"cadastre catalog check" lists every problem.`,
    problems.map(({ file, line, field, message }) => ({ path: `${file}:${line} ${field}`, message })),
  );
}
