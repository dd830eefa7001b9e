import type { StatementReader } from "./marketStore";

/** A counter or mark of the market store (table `settings`); null if it was never written. */
export async function readSetting(store: StatementReader, name: string): Promise<string | null> {
  const rows = await store.rows<{ value: string }>(
    "SELECT value FROM settings FINAL WHERE name = {name:String}",
    { name },
  );
  return rows[0]?.value ?? null;
}
