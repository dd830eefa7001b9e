import type { MarketStore } from "#stores";

export interface Scratch {
  /** Creates a table for this run and returns its name. */
  table(name: string, columns: string, orderBy: string): Promise<string>;
  /** Creates an empty table with the columns and engine of another one. */
  copyOf(name: string, original: string): Promise<string>;
  /** Creates a table with the rows of a SELECT. */
  resultOf(name: string, select: string): Promise<string>;
  /** Drops a table of this run before its end. */
  drop(table: string): Promise<void>;
}

export interface ScratchRun {
  purpose: string;
  run: number;
  /** Whether the rows of all tables fit into memory: such tables are created and filled several times as fast. */
  areSmall?: boolean;
}

/** Scratch rows can be lost after a power failure, so inserts do not wait for the disk. */
const UNSAFE = `SETTINGS fsync_after_insert = 0, fsync_part_directory = 0, min_rows_to_fsync_after_merge = 0,
  min_compressed_bytes_to_fsync_after_merge = 0`;

/**
 * Runs work with its own tables and drops them afterwards. The next run of the same purpose drops remaining
 * tables of a killed run; on a server, where another machine can be at work, only after a day.
 */
export async function withScratchTables<T>(
  store: MarketStore,
  { purpose, run, areSmall = false }: ScratchRun,
  work: (scratch: Scratch) => Promise<T>,
): Promise<T> {
  const prefix = `scratch_${purpose}_`;
  await dropLeftovers(store, prefix);
  const created = new Set<string>();
  const create = async (name: string, definition: string) => {
    const table = `${prefix}${run}_${name}`;
    await store.run(`CREATE TABLE ${table} ${definition}`);
    created.add(table);
    return table;
  };
  try {
    return await work({
      table: (name, columns, orderBy) =>
        create(
          name,
          `(${columns}) ENGINE = ${areSmall ? "Memory" : `MergeTree ORDER BY ${orderBy} ${UNSAFE}`}`,
        ),
      resultOf: (name, select) =>
        create(name, `ENGINE = ${areSmall ? "Memory" : `MergeTree ORDER BY tuple() ${UNSAFE}`} AS ${select}`),
      drop: async (table) => {
        await drop(store, [table]);
        created.delete(table);
      },
      copyOf: (name, original) => create(name, `AS ${original}${areSmall ? " ENGINE = Memory" : ""}`),
    });
  } finally {
    await drop(store, [...created]);
  }
}

/** Drops all remaining tables of killed processes. Call before any work has started. */
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
