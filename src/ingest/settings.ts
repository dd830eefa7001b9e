/** Named counters and marks of the market store (table `settings`); `readSetting` of the stores reads them. */
import type { MarketStore } from "#stores";

/** Replaces a setting. `version` decides between two writes of the same name: the higher one stays. */
export async function writeSetting(
  store: MarketStore,
  { name, value, version }: { name: string; value: string; version: number },
): Promise<void> {
  await store.insert("settings", [{ name, value, version }]);
}
