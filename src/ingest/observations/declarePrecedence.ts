import { isDeepStrictEqual } from "node:util";
import { type MarketStore, readSourcePrecedence, SOURCE_PRECEDENCE_SETTING } from "#stores";
import { announceDataVersion } from "../dataVersion";
import { nextRowVersion } from "../rowVersion";
import { writeSetting } from "../settings";
import { markAssetsDirty } from "./dirtyAssets";

/**
 * Declares which provider's figures are served if several report the same one: those of the first one named.
 * If the precedence changed, assets with several providers are derived by the commit that this is part of.
 * @param precedence providers, as stored in rows
 */
export async function declarePrecedence(store: MarketStore, precedence: readonly string[]): Promise<void> {
  if (isDeepStrictEqual(await readSourcePrecedence(store), precedence)) return;
  const version = await nextRowVersion(store);
  const contested = await store.rows<{ asset_id: number }>(
    "SELECT asset_id FROM observations WHERE NOT is_sample GROUP BY asset_id HAVING min(provider) != max(provider)",
  );
  if (contested.length > 0) {
    await markAssetsDirty(store, { assetIds: contested.map((row) => row.asset_id), version });
    await announceDataVersion(store);
  }
  await writeSetting(store, { name: SOURCE_PRECEDENCE_SETTING, value: JSON.stringify(precedence), version });
}
