import type { MarketStore } from "#stores";

export interface Scratch {
  /** Creates a table for this piece of work and returns its name. */
  table(name: string, columns: string, orderBy: string): Promise<string>;
  /** Creates an empty table with the columns and engine of another one. */
  copyOf(name: string, original: string): Promise<string>;
}

/** Rows that nobody misses after a loss of power need not wait for the disk. */
const UNSAFE = `SETTINGS fsync_after_insert = 0, fsync_part_directory = 0, min_rows_to_fsync_after_merge = 0,
  min_compressed_bytes_to_fsync_after_merge = 0`;

/**
 * Runs work that needs tables of its own, and drops them afterwards. What a killed run left behind is
 * dropped by the next run of the same purpose; on a server, where another machine may be at work, only once it is a day old.
 */
export async function withScratchTables<T>(
  store: MarketStore,
  { purpose, run }: { purpose: string; run: number },
  work: (scratch: Scratch) => Promise<T>,
): Promise<T> {
  const prefix = `scratch_${purpose}_`;
  await dropLeftovers(store, prefix);
  const created: string[] = [];
  const create = async (name: string, definition: string) => {
    const table = `${prefix}${run}_${name}`;
    await store.run(`CREATE TABLE ${table} ${definition}`);
    created.push(table);
    return table;
  };
  try {
    return await work({
      table: (name, columns, orderBy) =>
        create(name, `(${columns}) ENGINE = MergeTree ORDER BY ${orderBy} ${UNSAFE}`),
      copyOf: (name, original) => create(name, `AS ${original}`),
    });
  } finally {
    await drop(store, created);
  }
}

/** Drops what a killed process left, whatever it was at; to be called before any work has begun. */
export const dropScratchTables = (store: MarketStore): Promise<void> => dropLeftovers(store, "scratch_");

async function dropLeftovers(store: MarketStore, prefix: string): Promise<void> {
  const leftovers = await store.rows<{ name: string }>(
    `SELECT name FROM system.tables WHERE database = currentDatabase() AND startsWith(name, {prefix:String})
      ${store.embedded ? "" : "AND metadata_modification_time < now() - INTERVAL 1 DAY"}`,
    { prefix },
  );
  await drop(
    store,
    leftovers.map(({ name }) => name),
  );
}

async function drop(store: MarketStore, tables: readonly string[]): Promise<void> {
  if (tables.length > 0) await store.run(`DROP TABLE IF EXISTS ${tables.join(", ")} SYNC`);
}
