/** The blocks of a token whose transfers count, as the catalog states them. */
import type { Token } from "#domain/catalog";
import type { CatalogIndex } from "#domain/resources";
import type { MarketStore } from "#stores";
import { nextRowVersion } from "../rowVersion";
import type { RpcCall, RpcClient } from "./rpcClient";
import { RpcError } from "./rpcProblem";

export interface LedgerBounds {
  /** The first block that can have a transfer; balances begin there. */
  first: bigint;
  /** The first block whose transfers count in flows, and whose day has figures; at least `first`. */
  from: bigint;
  /** The last block whose transfers count; null if there is none. */
  last: bigint | null;
}

export const WHOLE_CHAIN: LedgerBounds = { first: 0n, from: 0n, last: null };

/** The bounds of tokens by id. A token that another one replaces ends before the first block of that one. */
export function ledgerBounds({ tokens, networkBySlug }: CatalogIndex): (token: Token) => LedgerBounds {
  const keyOf = (token: Token, address: string) =>
    `${networkBySlug.get(token.network)?.slug ?? token.network}/${address.toLowerCase()}`;
  const successors = new Map(
    tokens.flatMap((token) => (token.replaces === null ? [] : [[keyOf(token, token.replaces), token]])),
  );
  return (token) => {
    const successor = token.address === null ? undefined : successors.get(keyOf(token, token.address));
    const next = successor?.valid_from_block ?? successor?.deployed_block ?? null;
    const last = token.valid_to_block ?? (next === null ? null : next - 1);
    const first = token.deployed_block ?? token.valid_from_block ?? 0;
    return {
      first: BigInt(first),
      from: BigInt(token.valid_from_block ?? first),
      last: last === null ? null : BigInt(last),
    };
  };
}

/** Times of the bounds, Unix seconds; null for blocks that do not exist yet and for bounds that are not set. */
export interface BoundTimes {
  from: number | null;
  last: number | null;
}

const CALLS = 50;
const QUANTITY = /^0x[0-9a-f]{1,16}$/i;

/**
 * Times of blocks, Unix seconds. Blocks that do not exist yet are left out.
 * @throws RpcError if no endpoint responds
 */
export async function readBlockTimes(
  clients: readonly RpcClient[],
  blocks: readonly bigint[],
  signal?: AbortSignal,
): Promise<Map<bigint, number>> {
  const times = new Map<bigint, number>();
  const distinct = [...new Set(blocks)];
  for (let at = 0; at < distinct.length; at += CALLS) {
    const some = distinct.slice(at, at + CALLS);
    const calls = some.map((block): RpcCall => {
      return { method: "eth_getBlockByNumber", params: [`0x${block.toString(16)}`, false] };
    });
    let failure: unknown = null;
    for (const client of clients) {
      try {
        const results = await client.batch(calls, signal);
        const refused = results.find(({ problem }) => problem !== null);
        if (refused?.problem) throw new RpcError(refused.problem);
        for (const [index, block] of some.entries()) {
          const header = results[index]?.result;
          const time =
            typeof header === "object" && header !== null && "timestamp" in header ? header.timestamp : null;
          if (typeof time === "string" && QUANTITY.test(time)) times.set(block, Number(time));
        }
        failure = null;
        break;
      } catch (error) {
        if (!(error instanceof RpcError)) throw error;
        failure = error;
      }
    }
    if (failure !== null) throw failure;
  }
  return times;
}

/** Bounds with which the figures of a contract were computed. */
export async function readSettledBounds(
  store: MarketStore,
  contractIds: readonly number[],
): Promise<Map<number, LedgerBounds>> {
  const rows = await store.compactRows<[id: number, first: string, from: string, last: string | null]>(
    `SELECT contract_id, first_block, from_block, last_block FROM ledger_bounds FINAL
      WHERE contract_id IN {contractIds:Array(UInt32)}`,
    { contractIds },
  );
  return new Map(
    rows.map(([id, first, from, last]) => [
      id,
      { first: BigInt(first), from: BigInt(from), last: last === null ? null : BigInt(last) },
    ]),
  );
}

/** Whether figures computed with some bounds are the same with others: the same transfers count, and the same days. */
export async function hasSameFigures(
  store: MarketStore,
  { contractId, before, after }: { contractId: number; before: LedgerBounds; after: LedgerBounds },
): Promise<boolean> {
  const begins = ({ first, from }: LedgerBounds) => (from === first ? null : from);
  if (before.last !== after.last || begins(before) !== begins(after)) return false;
  if (before.first === after.first) return true;
  const [low, high] = before.first < after.first ? [before.first, after.first] : [after.first, before.first];
  const [between] = await store.rows(
    "SELECT 1 FROM ledger_transfers WHERE contract_id = {contractId:UInt32} AND block >= {low:UInt64} AND block < {high:UInt64} LIMIT 1",
    { contractId, low: String(low), high: String(high) },
  );
  return between === undefined;
}

export async function writeSettledBounds(
  store: MarketStore,
  bounds: ReadonlyMap<number, LedgerBounds>,
): Promise<void> {
  if (bounds.size === 0) return;
  const version = await nextRowVersion(store);
  await store.insert(
    "ledger_bounds",
    [...bounds].map(([id, { first, from, last }]) => ({
      contract_id: id,
      first_block: String(first),
      from_block: String(from),
      last_block: last === null ? null : String(last),
      version,
    })),
  );
}
