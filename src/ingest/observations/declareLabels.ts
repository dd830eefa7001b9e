import { isDeepStrictEqual } from "node:util";
import { type MarketStore, readSourceLabels, SOURCE_LABELS_SETTING } from "#stores";
import { announceDataVersion } from "../dataVersion";
import { nextRowVersion } from "../rowVersion";
import { writeSetting } from "../settings";

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
