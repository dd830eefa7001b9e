import { isDeepStrictEqual } from "node:util";
import { type MarketStore, readSourcePrecedence, SOURCE_PRECEDENCE_SETTING } from "#stores";
import { announceDataVersion } from "../dataVersion";
import { nextRowVersion } from "../rowVersion";
import { writeSetting } from "../settings";
import { markAssetsDirty } from "./dirtyAssets";

/**
 * Says whose figures are served where several providers report the same one: those of the first one named. Where that is
 * new, the assets of which several report are derived by the commit that this is part of.
 * @param precedence providers, as rows keep them
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
