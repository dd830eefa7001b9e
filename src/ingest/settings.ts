/** Named counters and marks of the market store (table `settings`). */
import type { MarketStore } from "#stores";

export async function readSetting(store: MarketStore, name: string): Promise<string | null> {
  const rows = await store.rows<{ value: string }>(
    "SELECT value FROM settings FINAL WHERE name = {name:String}",
    { name },
  );
  return rows[0]?.value ?? null;
}

/** Replaces a setting. `version` decides between two writes of the same name: the higher one stays. */
export async function writeSetting(
  store: MarketStore,
  { name, value, version }: { name: string; value: string; version: number },
): Promise<void> {
  await store.insert("settings", [{ name, value, version }]);
}
