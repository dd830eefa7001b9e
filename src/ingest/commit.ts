import type { MarketStore } from "#stores";
import { type ChecksReport, runChecks } from "./checks/runChecks";
import { type DeriveProgress, type DeriveReport, deriveDailyMetrics } from "./derive/deriveDailyMetrics";
import { deleteReplacedLedger, hideReplacedSample } from "./ledger/ledgerEditions";
import { applyMarks } from "./observations/setAside";
import { completeRemoval } from "./undo/removeSelected";

export interface CommitOptions {
  /** `YYYY-MM-DD`, UTC. */
  today: string;
  /** Called while derived figures are computed. */
  onDerive?: ((progress: DeriveProgress) => void) | undefined;
}

/**
 * Writes rows of any kind and updates dependent data: values that were declared wrong are set aside, sample rows that
 * real ones replace are hidden, dirty assets are derived, what was written is published with the data version, and what
 * changed is checked. The work marks assets dirty before it changes observations, and announces the data version before it
 * changes other rows: if it is killed, the next commit completes the rest.
 */
export async function commit<T>(
  store: MarketStore,
  { today, onDerive }: CommitOptions,
  write: () => Promise<T>,
): Promise<{ written: T; derived: DeriveReport; checked: ChecksReport }> {
  await completeRemoval(store);
  const written = await write();
  await applyMarks(store);
  await hideReplacedSample(store);
  const derived = await deriveDailyMetrics(store, { assetIds: "dirty", today, onProgress: onDerive });
  await deleteReplacedLedger(store);
  const checked = await runChecks(store);
  return { written, derived, checked };
}
