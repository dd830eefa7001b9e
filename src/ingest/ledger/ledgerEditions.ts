/**
 * Changes of ledger tables: rows are written that no reader sees, and become visible with the data version. Sample rows,
 * and lists whose rows are changed, are written as an edition; one edition of a table is published. Reported rows that are
 * only added become visible with their version.
 */
import { ledgerResources } from "#domain/resources";
import {
  firstLedger,
  hiddenLedgerRows,
  isWholeList,
  type LedgerTable,
  ledgerTableOf,
  type MarketStore,
  publishedLedgerRows,
  publishedRows,
  readPublication,
} from "#stores";
import { announceLedger, readLedgerDue, rewritePublication } from "../dataVersion";

/** Microseconds after which no other process on the same server reads by an earlier publication. */
const GRACE = 300_000_000;

/** What a table has once the changes that were announced are published. */
const nextOf = async (store: MarketStore, table: string): Promise<LedgerTable> =>
  (await readLedgerDue(store))[table] ??
  ledgerTableOf((await readPublication(store))?.ledger ?? firstLedger, table);

/** The store as a writer sees it: with ledger rows that are not published yet. */
export async function seeingWritten(store: MarketStore): Promise<MarketStore> {
  const publication = await readPublication(store);
  const tables = { ...publication?.ledger.tables, ...(await readLedgerDue(store)) };
  return store.seeing({
    ...publishedRows(publication),
    ...publishedLedgerRows({ ...firstLedger, tables }),
  });
}

/**
 * The number of a new edition. Rows that a killed process wrote with this number are dropped.
 * `announceEdition` publishes it.
 */
export async function startEdition(store: MarketStore, table: string): Promise<number> {
  const edition = (await nextOf(store, table)).edition + 1;
  await dropEditions(store, table, (other) => other >= edition);
  return edition;
}

/** Has the next commit publish editions, by table, instead of present ones. Call it once all of their rows are written. */
export async function announceEditions(
  store: MarketStore,
  editions: Readonly<Record<string, number>>,
): Promise<void> {
  const entries = await Promise.all(
    Object.entries(editions).map(async ([table, edition]): Promise<[string, LedgerTable]> => {
      const { replaced } = await nextOf(store, table);
      return [table, { edition, withoutSample: [], replaced }];
    }),
  );
  await announceLedger(store, Object.fromEntries(entries));
}

/**
 * Has the next commit publish no sample rows of some assets.
 * @returns whether there are any
 */
export async function hideSampleOf(store: MarketStore, assetIds: readonly number[]): Promise<boolean> {
  if (assetIds.length === 0) return false;
  const written = await seeingWritten(store);
  const found = await written.compactRows<[table: string, assetIds: number[]]>(
    ledgerResources
      .map(
        ({ table }) =>
          `SELECT '${table}', groupUniqArray(assumeNotNull(asset_id)) AS ids FROM ${table}
            WHERE is_sample AND asset_id IN {assetIds:Array(UInt32)} HAVING notEmpty(ids)`,
      )
      .join(" UNION ALL "),
    { assetIds },
  );
  if (found.length === 0) return false;
  const entries = await Promise.all(
    found.map(async ([table, ids]) => {
      const { withoutSample, ...rest } = await nextOf(store, table);
      const hidden = [...new Set([...withoutSample, ...ids])].sort((a, b) => a - b);
      return [table, { ...rest, withoutSample: hidden }] as const;
    }),
  );
  await announceLedger(store, Object.fromEntries(entries));
  return true;
}

/** Has the next commit publish no sample rows of assets with real observations: their sample series are not served either. */
export async function hideReplacedSample(store: MarketStore): Promise<void> {
  const sampled = ledgerResources.map(
    ({ table }) => `SELECT DISTINCT asset_id FROM ${table} WHERE is_sample`,
  );
  const rows = await (await seeingWritten(store)).compactRows<[number]>(
    `SELECT DISTINCT asset_id FROM observations WHERE NOT is_sample
      AND asset_id IN (SELECT assumeNotNull(asset_id) FROM (${sampled.join(" UNION ALL ")}) WHERE asset_id IS NOT NULL)`,
  );
  await hideSampleOf(
    store,
    rows.map(([id]) => id),
  );
}

/** Has the next commit publish none of the rows of a source that were written before a version. */
export async function hideReplacedRows(
  store: MarketStore,
  { table, sourceId, before }: { table: string; sourceId: number; before: number },
): Promise<void> {
  const { replaced, ...rest } = await nextOf(store, table);
  const others = replaced.filter((one) => one.sourceId !== sourceId);
  await announceLedger(store, { [table]: { ...rest, replaced: [...others, { sourceId, before }] } });
}

/** Deletes rows of ledger tables that are no longer published. */
export async function deleteReplacedLedger(store: MarketStore): Promise<void> {
  const publication = await readPublication(store);
  if (publication === null || publication.ledger.isTidy) return;
  const { ledger } = publication;
  const isOld = Date.now() * 1_000 - (ledger.upTo ?? 0) >= GRACE;
  if (!store.embedded && !isOld) return;
  const all = store.seeing({});
  for (const [table, published] of Object.entries(ledger.tables)) {
    const { edition } = published;
    const isKept = (other: number) => other >= edition || (other === 0 && !isWholeList(table));
    await dropEditions(store, table, (other) => !isKept(other));
    const hidden = [
      ...(edition === 0 || isWholeList(table) ? [] : ["is_sample AND edition = 0"]),
      ...hiddenLedgerRows(published),
    ].map((rows) => `(${rows})`);
    if (hidden.length === 0) continue;
    const [found] = await all.rows(`SELECT 1 FROM ${table} WHERE ${hidden.join(" OR ")} LIMIT 1`);
    if (found !== undefined) await all.run(`DELETE FROM ${table} WHERE ${hidden.join(" OR ")}`);
  }
  const tables = Object.entries(ledger.tables).map(([table, { edition }]) => [
    table,
    { edition, withoutSample: [], replaced: [] },
  ]);
  await rewritePublication(store, {
    ...publication,
    ledger: { ...ledger, isTidy: true, tables: Object.fromEntries(tables) },
  });
}

async function dropEditions(
  store: MarketStore,
  table: string,
  isDropped: (edition: number) => boolean,
): Promise<void> {
  const partitions = await store.rows<{ id: string; edition: number }>(
    `SELECT DISTINCT partition_id AS id, toUInt32(partition) AS edition FROM system.parts
      WHERE active AND database = currentDatabase() AND table = {table:String}`,
    { table },
  );
  for (const { id, edition } of partitions) {
    if (isDropped(edition)) await store.run(`ALTER TABLE ${table} DROP PARTITION ID '${id}'`);
  }
}
