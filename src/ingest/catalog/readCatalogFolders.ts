import { stat } from "node:fs/promises";
import { type Catalog, type CatalogKind, catalogKindNames, emptyCatalog } from "#domain/catalog";
import { type CatalogReading, type RowOrigin, readCatalog } from "./readCatalog";

/** Where the catalog is read from. */
export interface CatalogFolders {
  /** The only catalog, or rows in addition to the bundled ones. */
  own: string;
  /** Null if `own` is the complete catalog. `kinds`: those to use; null for all. */
  bundled: { folder: string; kinds: readonly CatalogKind[] | null } | null;
}

/**
 * Reads the operator's own rows beside the bundled ones. An own row replaces the bundled row of the same id and slug; any
 * other use of a bundled id or slug is reported by `checkCatalog`. The own folder may have any of the files.
 */
export async function readCatalogFolders({ own, bundled }: CatalogFolders): Promise<CatalogReading> {
  const mine = await readCatalog(own);
  if (bundled === null) return mine;
  const base = await readCatalog(bundled.folder);
  const merged = catalogKindNames.map((kind): [CatalogKind, readonly object[]] => {
    const rows: readonly Identified[] = mine.catalog[kind];
    const kept: readonly Identified[] = (bundled.kinds?.includes(kind) ?? true) ? base.catalog[kind] : [];
    const keyOf = ({ id, slug = "" }: Identified) => `${id} ${slug}`;
    const replaced = new Set(rows.map(keyOf));
    return [kind, [...kept.filter((row) => !replaced.has(keyOf(row))), ...rows]];
  });
  const catalog: Catalog = { ...emptyCatalog, ...Object.fromEntries(merged) };
  const origins = new Map<object, RowOrigin>(
    [...base.origins].map(([row, origin]) => [row, { ...origin, isBundled: true }]),
  );
  for (const [row, origin] of mine.origins) origins.set(row, origin);
  const missing = [...base.missing, ...((await isFolder(own)) ? [] : [own])];
  return { catalog, origins, missing, problems: [...base.problems, ...mine.problems] };
}

interface Identified {
  id: number;
  slug?: string;
}

const isFolder = async (path: string): Promise<boolean> =>
  (await stat(path).catch(() => null))?.isDirectory() === true;
