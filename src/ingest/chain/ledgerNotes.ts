/** What the figures of a ledger leave out, for the operator. */
import { formatCount } from "#domain/text";
import type { MarketStore } from "#stores";
import type { LedgerToken } from "./ledgerTokens";
import { overflow } from "./settleContracts";

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
  const [others, negative, tooLarge, unsquared] = await Promise.all([
    countsOf(
      store,
      "SELECT contract_id, sum(other_events) FROM ledger_coverage FINAL WHERE contract_id IN {contractIds:Array(UInt32)} GROUP BY contract_id",
      contractIds,
    ),
    countsOf(
      store,
      "SELECT contract_id, countIf(supply < 0 AND bitAnd(overflow, 2) = 0) FROM ledger_daily FINAL WHERE contract_id IN {contractIds:Array(UInt32)} GROUP BY contract_id",
      contractIds,
    ),
    countsOf(store, overflowSql(overflow.amounts + overflow.balances), contractIds),
    countsOf(store, overflowSql(overflow.squares), contractIds),
  ]);
  return tokens.flatMap(({ contract, label }): LedgerNote[] => {
    const [events, days] = [others.get(contract.id) ?? 0, negative.get(contract.id) ?? 0];
    const [large, squares] = [tooLarge.get(contract.id) ?? 0, unsquared.get(contract.id) ?? 0];
    return [
      ...(events > 0
        ? [{ label, reason: `${formatCount(events, "Transfer event")} without an amount: in no figure.` }]
        : []),
      ...(days > 0
        ? [{ label, reason: `No supply on ${formatCount(days, "day")}: its burns exceed its mints.` }]
        : []),
      ...(large > 0
        ? [
            {
              label,
              reason: `No amounts on ${formatCount(large, "day")}: they do not fit into 256 bits.`,
            },
          ]
        : []),
      ...(squares > 0
        ? [
            {
              label,
              reason: `No concentration on ${formatCount(squares, "day")}: the squares of its balances do not fit into 256 bits.`,
            },
          ]
        : []),
    ];
  });
}

const overflowSql = (bits: number): string =>
  `SELECT contract_id, countIf(bitAnd(overflow, ${bits}) > 0) FROM ledger_daily FINAL
    WHERE contract_id IN {contractIds:Array(UInt32)} GROUP BY contract_id`;

async function countsOf(
  store: MarketStore,
  sql: string,
  contractIds: readonly number[],
): Promise<Map<number, number>> {
  const rows = await store.compactRows<[id: number, count: string]>(sql, { contractIds });
  return new Map(rows.map(([id, count]) => [id, Number(count)]));
}
