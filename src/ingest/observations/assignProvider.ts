import type { MarketStore } from "#stores";
import { announceDataVersion } from "../dataVersion";
import { readSource, writeSource } from "../sources";
import { moveObservations } from "./removeObservations";

/**
 * Assigns a provider to a registered source. Observations of its previous provider are moved. After an
 * interruption, the next call completes it, with any provider. Part of a commit.
 * @param provider as stored in rows (`storedProvider`); undefined leaves it unchanged
 * @returns the provider
 */
export async function assignProvider(
  store: MarketStore,
  { sourceId, provider: named }: { sourceId: number; provider: string | undefined },
): Promise<string> {
  const source = await readSource(store, sourceId);
  if (source === null) throw new Error(`There is no source ${sourceId}.`);
  const provider = named ?? source.provider;
  const { isMoving, ...detail } = source.detail;
  if (provider === source.provider && isMoving !== true) return provider;
  // Lists of sources show their provider, also for those without observations.
  await announceDataVersion(store);
  await writeSource(store, { ...source, provider, detail: { ...detail, isMoving: true } });
  await moveObservations(store, { sourceId, provider });
  await writeSource(store, { ...source, provider, detail });
  return provider;
}
