import type { MarketStore } from "#stores";

export interface Scratch {
  /** Creates a table for this piece of work and returns its name. */
  table(name: string, columns: string, orderBy: string): Promise<string>;
  /** Creates an empty table with the columns and engine of another one. */
  copyOf(name: string, original: string): Promise<string>;
}

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
  const leftovers = await store.rows<{ name: string }>(
    `SELECT name FROM system.tables WHERE database = currentDatabase() AND startsWith(name, {prefix:String})
      ${store.embedded ? "" : "AND metadata_modification_time < now() - INTERVAL 1 DAY"}`,
    { prefix },
  );
  for (const { name } of leftovers) await store.run(`DROP TABLE IF EXISTS ${name} SYNC`);
  const created: string[] = [];
  const create = async (name: string, definition: string) => {
    const table = `${prefix}${run}_${name}`;
    await store.run(`CREATE TABLE ${table} ${definition}`);
    created.push(table);
    return table;
  };
  try {
    return await work({
      table: (name, columns, orderBy) => create(name, `(${columns}) ENGINE = MergeTree ORDER BY ${orderBy}`),
      copyOf: (name, original) => create(name, `AS ${original}`),
    });
  } finally {
    for (const table of created) await store.run(`DROP TABLE IF EXISTS ${table} SYNC`);
  }
}
