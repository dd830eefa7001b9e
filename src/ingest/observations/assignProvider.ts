import type { MarketStore } from "#stores";
import { announceDataVersion } from "../dataVersion";
import { readSource, writeSource } from "../sources";
import { moveObservations } from "./removeObservations";

/**
 * Says whose figures those of a registered source are. Where they were another provider's, its observations are moved.
 * Interrupted anywhere, the next call completes it, whichever provider that one names. Part of a commit.
 * @param provider as rows keep it (`storedProvider`); undefined leaves it as it is
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
  // Sources are told with their provider, also those without observations.
  await announceDataVersion(store);
  await writeSource(store, { ...source, provider, detail: { ...detail, isMoving: true } });
  await moveObservations(store, { sourceId, provider });
  await writeSource(store, { ...source, provider, detail });
  return provider;
}
