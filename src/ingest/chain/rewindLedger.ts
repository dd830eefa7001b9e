/** Forgets what was read from a block on, for ranges that another reading contradicts. */
import { isoDay } from "#domain/days";
import type { MarketStore } from "#stores";
import { resolveStop } from "./finalHashes";
import { type LedgerSelection, selectedTokens } from "./ledgerStatus";
import { readCoverage } from "./ledgerStore";

export interface LedgerRewind extends LedgerSelection {
  /** Address of a contract or slug of an asset; null: all. */
  token: string | null;
  block: bigint;
}

export interface RewoundToken {
  /** Symbol and address. */
  label: string;
  /**
   * The first block that is read again, which can be earlier: ranges are read as a whole. Null if nothing has been read
   * from the block on.
   */
  from: bigint | null;
}

/** Lets a stopped network be read again. @returns the tokens of the selection */
export async function rewindLedger(
  store: MarketStore,
  { token, block, ...selection }: LedgerRewind,
): Promise<RewoundToken[]> {
  const selected = await selectedTokens(store, { ...selection, token });
  const tokens = selected.flatMap((one) => one.tokens);
  const contractIds = tokens.flatMap(({ contract }) => contract?.id ?? []);
  const first = await rewindCoverage(store, { contractIds, block });
  for (const { network } of selected) await resolveStop(store, network.id);
  return tokens.map(({ label, contract }) => ({ label, from: first.get(contract?.id ?? 0) ?? null }));
}

/**
 * Forgets that contracts are covered from a block on, and the figures of its day and later ones, so that they are read and
 * computed again. Published figures stay until then.
 * @returns the first block that is read again of each contract
 */
async function rewindCoverage(
  store: MarketStore,
  { contractIds, block }: { contractIds: readonly number[]; block: bigint },
): Promise<Map<number, bigint>> {
  const covered = await readCoverage(store, contractIds);
  const first = new Map<number, bigint>();
  for (const [id, ranges] of covered) {
    const [earliest] = ranges.filter(({ to }) => to >= block);
    if (earliest !== undefined) first.set(id, earliest.from);
  }
  // Figures first: transfers that are still covered would bring them back after an interruption.
  for (const [id, from] of first) {
    const parameters = { id, from: String(from) };
    const kept = (covered.get(id) ?? []).filter((range) => range.from < from);
    for (const table of [
      "ledger_daily",
      "ledger_holder_days",
      "ledger_supplies",
      "ledger_labels",
      "ledger_pools",
    ]) {
      await store.run(`DELETE FROM ${table} WHERE contract_id = {id:UInt32} AND day >= {since:Date}`, {
        ...parameters,
        since: isoDay((kept.at(-1)?.lastTime ?? 0) * 1_000),
      });
    }
    await store.run(
      "DELETE FROM ledger_coverage WHERE contract_id = {id:UInt32} AND from_block >= {from:UInt64}",
      parameters,
    );
  }
  return first;
}
