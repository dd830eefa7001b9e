/** What the figures of a ledger leave out, for the operator. */
import { formatCount } from "#domain/text";
import type { MarketStore } from "#stores";
import type { LedgerToken } from "./ledgerTokens";

export interface LedgerNote {
  /** Symbol and address of a token. */
  label: string;
  reason: string;
}

/** Tokens with events that count in no figure, and those without a supply because their burns exceed their mints. */
export async function readLedgerNotes(
  store: MarketStore,
  tokens: readonly LedgerToken[],
): Promise<LedgerNote[]> {
  const contractIds = tokens.map(({ contract }) => contract.id);
  const [others, negative] = await Promise.all([
    countsOf(
      store,
      "SELECT contract_id, sum(other_events) FROM ledger_coverage FINAL WHERE contract_id IN {contractIds:Array(UInt32)} GROUP BY contract_id",
      contractIds,
    ),
    countsOf(
      store,
      "SELECT contract_id, countIf(supply < 0) FROM ledger_daily FINAL WHERE contract_id IN {contractIds:Array(UInt32)} GROUP BY contract_id",
      contractIds,
    ),
  ]);
  return tokens.flatMap(({ contract, label }): LedgerNote[] => {
    const [events, days] = [others.get(contract.id) ?? 0, negative.get(contract.id) ?? 0];
    return [
      ...(events > 0
        ? [{ label, reason: `${formatCount(events, "Transfer event")} without an amount: in no figure.` }]
        : []),
      ...(days > 0
        ? [{ label, reason: `No supply on ${formatCount(days, "day")}: its burns exceed its mints.` }]
        : []),
    ];
  });
}

async function countsOf(
  store: MarketStore,
  sql: string,
  contractIds: readonly number[],
): Promise<Map<number, number>> {
  const rows = await store.compactRows<[id: number, count: string]>(sql, { contractIds });
  return new Map(rows.map(([id, count]) => [id, Number(count)]));
}
