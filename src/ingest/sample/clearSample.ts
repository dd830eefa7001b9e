import type { MarketStore } from "#stores";
import { commit } from "../commit";
import { announceDataVersion } from "../dataVersion";
import { announceEditions } from "../ledger/ledgerEditions";
import { removeSampleObservations } from "../observations/removeObservations";
import { hasImportedInvestments, startSampleEditions } from "./loadSample";
import { forgetSampleState, reclaimSpace } from "./stored/sampleStatus";

export interface ClearSampleReport {
  /** Observations that were taken away. */
  observations: number;
}

/**
 * Removes every sample row (observations, ledger extracts, the source) and derives the affected figures, so
 * that no figure on any page is sample. After an interruption, the next call completes it.
 */
export async function clearSample(
  store: MarketStore,
  { today }: { today: string },
): Promise<ClearSampleReport> {
  const { written } = await commit(store, { today }, async () => {
    await forgetSampleState(store);
    await announceDataVersion(store);
    const observations = await removeSampleObservations(store);
    // Without any rows.
    const hasOwnInvestments = await hasImportedInvestments(store);
    await announceEditions(store, await startSampleEditions(store, { hasOwnInvestments }));
    await store.run("DELETE FROM sources WHERE is_sample");
    await reclaimSpace(store);
    return { observations };
  });
  return written;
}
