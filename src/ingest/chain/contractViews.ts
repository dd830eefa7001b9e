/** What contracts state at a block, and what their transfers add up to there. */
import type { MarketStore } from "#stores";
import type { Json } from "../scheduledSource";
import type { RpcCall, RpcClient } from "./rpcClient";
import { RpcError } from "./rpcProblem";

/** Selectors of `totalSupply()` and `balanceOf(address)` (ERC-20). */
const TOTAL_SUPPLY = "0x18160ddd";
const BALANCE_OF = "0x70a08231";
/** Compared holders of each token: the largest, and others drawn by a hash. */
const LARGEST = 5;
const DRAWN = 20;

export interface LedgerState {
  /** Mints less burns. */
  supply: string;
  /** `holder`: 40 hexadecimal digits. */
  balances: { holder: string; balance: string }[];
}

export async function readLedgerState(
  store: MarketStore,
  { contractId, first, block }: { contractId: number; first: bigint; block: bigint },
): Promise<LedgerState> {
  const parameters = { contractId, first: String(first), block: String(block) };
  const where =
    "contract_id = {contractId:UInt32} AND block >= {first:UInt64} AND block <= {block:UInt64} AND value != 0";
  const balances = `SELECT holder, sum(change) AS balance FROM (
      SELECT sender AS holder, -toInt256(value) AS change FROM ledger_transfers FINAL WHERE ${where}
      UNION ALL SELECT receiver, toInt256(value) FROM ledger_transfers FINAL WHERE ${where}
    ) GROUP BY holder`;
  const rows = await store.compactRows<[holder: string, balance: string, isZero: boolean]>(
    `SELECT substring(lower(hex(reverse(reinterpretAsFixedString(holder)))), 25), toString(balance), holder = 0 FROM (
      SELECT holder, balance, row_number() OVER (ORDER BY balance DESC, holder) AS place,
        row_number() OVER (ORDER BY cityHash64(holder, {block:UInt64})) AS drawn
      FROM (${balances})
    ) WHERE holder = 0 OR place <= ${LARGEST} OR drawn <= ${DRAWN}`,
    parameters,
  );
  // The zero address gives what is minted and gets what is burned.
  const zero = rows.find(([, , isZero]) => isZero);
  return {
    supply: zero === undefined ? "0" : String(-BigInt(zero[1])),
    balances: rows.filter((row) => row !== zero).map(([holder, balance]) => ({ holder, balance })),
  };
}

/** Calls of `totalSupply()` and of `balanceOf(address)` of each holder (40 hexadecimal digits) at a block. */
export function viewCalls(address: string, block: bigint, holders: readonly string[]): RpcCall[] {
  const data = [TOTAL_SUPPLY, ...holders.map((holder) => `${BALANCE_OF}${holder.padStart(64, "0")}`)];
  return data.map((one) => ({
    method: "eth_call",
    params: [{ to: address, data: one }, `0x${block.toString(16)}`],
  }));
}

const WORD = /^0x[0-9a-f]{64}$/i;

/** Amounts that contracts return, null for calls without one; the reason if no endpoint answers. */
export async function callViews(
  clients: readonly RpcClient[],
  calls: readonly RpcCall[],
  signal: AbortSignal | undefined,
): Promise<(string | null)[] | string> {
  const reasons: string[] = [];
  for (const client of clients) {
    try {
      const results = await client.batch(calls, signal);
      const refused = results.find(({ problem }) => problem !== null && problem.kind !== "unknown");
      if (refused?.problem) throw new RpcError(refused.problem);
      return results.map(({ result }) => amountOf(result));
    } catch (error) {
      if (!(error instanceof RpcError)) throw error;
      reasons.push(`${client.name}: ${error.message}`);
    }
  }
  return reasons.length === 0 ? "No endpoint with the role archive can be used." : reasons.join(" ");
}

const amountOf = (result: Json): string | null =>
  typeof result === "string" && WORD.test(result) ? String(BigInt(result)) : null;
