/** Copies a market store into another one, of either engine, and compares the contents of every table. */

import { PreconditionError } from "#domain/errors";
import { holdersResource } from "#domain/resources";
import { formatCount } from "#domain/text";
import type { MarketStore } from "./marketStore";
import { showPublished } from "./publication";

export interface CopiedMarketTable {
  table: string;
  rows: number;
}

export interface CopyMarketOptions {
  from: MarketStore;
  to: MarketStore;
  /** Whether to delete existing data in `to`; otherwise it prevents the copy. */
  replace: boolean;
  report: (share: number, message: string) => void;
}

interface Table {
  name: string;
  /** As the engine prints it: comma-separated columns. */
  sortingKey: string;
  columns: string[];
  rows: number;
}

/** Rows in memory at once, as text. */
const ROWS_AT_ONCE = 250_000;

/**
 * Tables that every start creates: migrations describe the store itself, and tables of the catalog are
 * created from its files if their hash, which is not copied either, differs. Holders follow from the ledger in the same way.
 */
const isMadeAtStart = (table: string): boolean =>
  table === "migrations" ||
  table === holdersResource.table ||
  table.startsWith("dim_") ||
  table.startsWith("scratch_");
const CATALOG_HASH = "catalog_hash";
const HOLDERS_BASIS = "holders_basis";

/** If one of these tables has rows, `to` is in use. */
const factTables: ReadonlySet<string> = new Set([
  "observations",
  "sources",
  "quarantine",
  "ledger_transfers",
]);

/**
 * Copies the rows of every table. Both stores must be migrated, and nothing may write to them. A copy that
 * fails or is killed leaves rows in `to`; repeat it with `replace`.
 * @throws PreconditionError if `to` has data and `replace` is false; Error if the stores differ afterwards
 */
export async function copyMarket({
  from: source,
  to,
  replace,
  report,
}: CopyMarketOptions): Promise<CopiedMarketTable[]> {
  // Former rows are copied too, and what is published with the settings.
  const from = source.seeing({});
  const tables = (await tablesOf(from)).filter(({ name }) => !isMadeAtStart(name));
  const present = await tablesOf(to);
  const missing = tables.find(({ name }) => !present.some((one) => one.name === name));
  if (missing !== undefined) throw new Error(`The target has no table ${missing.name}.`);
  const inUse = present.filter(({ name, rows }) => factTables.has(name) && rows > 0);
  if (inUse.length > 0 && !replace) {
    const counts = inUse.map(({ name, rows }) => `${name} ${rows.toLocaleString("en-US")}`);
    throw new PreconditionError(
      `The target already has market data (rows: ${counts.join(", ")}). To delete it and copy the other in its place, add --replace.`,
    );
  }
  to.restrict({});
  for (const { name } of tables) await to.run(`TRUNCATE TABLE ${name}`);
  const total = Math.max(
    1,
    tables.reduce((sum, { rows }) => sum + rows, 0),
  );
  let done = 0;
  const copied: CopiedMarketTable[] = [];
  for (const table of tables) {
    const parts = Math.max(1, Math.ceil(table.rows / ROWS_AT_ONCE));
    for (let part = 0; part < parts; part += 1) {
      report(done / total, `Copying ${table.name}`);
      await copyPart({ from, to, table, part, parts });
      done += table.rows / parts;
    }
    const [before, after] = [await contents(from, table), await contents(to, table)];
    if (before.rows !== after.rows || before.checksum !== after.checksum) {
      throw new Error(
        `The copy of ${table.name} differs: ${formatCount(before.rows, "row")} in the source, ${formatCount(after.rows, "row")} in the target. Repeat the move with --replace.`,
      );
    }
    copied.push({ table: table.name, rows: after.rows });
  }
  await showPublished(to);
  return copied;
}

/** Names, keys and columns of our own tables, as the engine lists them. */
async function tablesOf(store: MarketStore): Promise<Table[]> {
  const rows = await store.rows<{ name: string; sorting_key: string; columns: string[]; rows: string }>(
    `SELECT t.name AS name, any(t.sorting_key) AS sorting_key, any(ifNull(t.total_rows, 0)) AS rows,
        arrayMap(c -> c.2, arraySort(groupArray((c.position, c.name)))) AS columns
      FROM system.tables t JOIN system.columns c ON c.database = t.database AND c.table = t.name
      WHERE t.database = currentDatabase() AND c.default_kind != 'EPHEMERAL' GROUP BY t.name ORDER BY t.name`,
  );
  return rows.map(({ name, sorting_key, columns, rows: count }) => ({
    name,
    sortingKey: sorting_key,
    columns,
    rows: Number(count),
  }));
}

async function copyPart({
  from,
  to,
  table: { name, columns, sortingKey },
  part,
  parts,
}: {
  from: MarketStore;
  to: MarketStore;
  table: Table;
  part: number;
  parts: number;
}): Promise<void> {
  const bytes = await from.bytes(
    `SELECT ${columns.join(", ")} FROM ${name} FINAL
      WHERE cityHash64(${sortingKey}) % {parts:UInt32} = {part:UInt32} ${withoutCatalogHash(name)}`,
    "TabSeparated",
    { parts, part },
  );
  await to.insertTabSeparated(name, columns, Buffer.from(bytes).toString());
}

const withoutCatalogHash = (table: string): string =>
  table === "settings" ? `AND name NOT IN ('${CATALOG_HASH}', '${HOLDERS_BASIS}')` : "";

async function contents(
  store: MarketStore,
  { name, columns }: Table,
): Promise<{ rows: number; checksum: string }> {
  const [found] = await store.rows<{ rows: string; checksum: string }>(
    `SELECT count() AS rows, toString(sum(cityHash64(${columns.join(", ")}))) AS checksum FROM ${name} FINAL
      WHERE 1 ${withoutCatalogHash(name)}`,
  );
  if (found === undefined) throw new Error(`${name} could not be counted`);
  return { rows: Number(found.rows), checksum: found.checksum };
}
