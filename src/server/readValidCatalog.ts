import { type Catalog, InvalidError } from "#domain";
import { type CatalogFolders, checkCatalog, readCatalogFolders } from "#ingest";

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
