import { isDeepStrictEqual } from "node:util";
import {
  type MarketStore,
  readSourceLabels,
  readSourcePrecedence,
  SOURCE_LABELS_SETTING,
  SOURCE_PRECEDENCE_SETTING,
  type StatementReader,
} from "#stores";
import { announceDataVersion } from "../dataVersion";
import { nextRowVersion } from "../rowVersion";
import { writeSetting } from "../settings";
import { markAssetsDirty } from "./dirtyAssets";

/** Stores the labels under which sources are shown, by name of the source. Part of a commit. */
export async function declareLabels(
  store: MarketStore,
  labels: Readonly<Record<string, string>>,
): Promise<void> {
  if (isDeepStrictEqual(await readSourceLabels(store), labels)) return;
  await announceDataVersion(store);
  const version = await nextRowVersion(store);
  await writeSetting(store, { name: SOURCE_LABELS_SETTING, value: JSON.stringify(labels), version });
}

/**
 * Which providers nothing was ever stored of: a preference for one has no effect.
 * @param providers as rows keep them
 */
export async function unknownProviders(
  store: StatementReader,
  providers: readonly string[],
): Promise<string[]> {
  if (providers.length === 0) return [];
  const known = await store.rows<{ provider: string }>("SELECT DISTINCT provider FROM sources");
  return providers.filter((name) => !known.some(({ provider }) => provider === name));
}

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
