/**
 * The supply that contracts state at the last block that was read, beside the one that their transfers add up to. A
 * difference suggests how the contract keeps balances; it hides no figure.
 */
import { isoDay } from "#domain/days";
import { type TokenKind, tokenKinds } from "#domain/vocabulary";
import type { MarketStore } from "#stores";
import { markChecksDue } from "../observations/dueChecks";
import { nextRowVersion } from "../rowVersion";
import { coveredTo } from "./blockRanges";
import { callViews, readLedgerState, viewCalls } from "./contractViews";
import { readCoverage } from "./ledgerStore";
import type { LedgerToken } from "./ledgerTokens";
import type { RpcClient } from "./rpcClient";

export interface StatedSupply {
  contractId: number;
  block: bigint;
  /** `YYYY-MM-DD`, UTC. */
  day: string;
  /** By transfers; null if they do not fit into 256 bits. */
  ledger: bigint | null;
  /** By the contract; null if it could not be read. */
  stated: bigint | null;
  /** Suggested by the difference; null if there is none, or if it fits no kind. */
  kind: TokenKind | null;
  /** Why the contract could not be read; null if it was. */
  problem: string | null;
}

const CALLS = 50;
const DAY_MS = 86_400_000;

export interface SupplyReading {
  tokens: readonly LedgerToken[];
  clients: readonly RpcClient[];
  /** Runs changes of the store exclusively. */
  exclusively: <T>(work: () => Promise<T>) => Promise<T>;
  signal?: AbortSignal | undefined;
}

/** Reads the supply that contracts state at the last of the blocks that were read, and stores it by day. */
export async function readStatedSupplies(
  store: MarketStore,
  { tokens, clients, exclusively, signal }: SupplyReading,
): Promise<void> {
  const contractIds = tokens.map(({ contract }) => contract.id);
  const covered = await readCoverage(store, contractIds);
  const before = await latestSupplies(store, contractIds);
  const due = tokens.flatMap((token) => {
    const ranges = covered.get(token.contract.id) ?? [];
    const block = coveredTo(token.bounds.first, ranges);
    const end = ranges.find(({ to }) => to === block);
    if (block === null || end === undefined) return [];
    const known = before.get(token.contract.id);
    if (known?.block === block && known.problem === null) return [];
    return [{ token, block, day: isoDay(end.lastTime * 1_000), known }];
  });
  for (let at = 0; at < due.length; at += CALLS) {
    const some = due.slice(at, at + CALLS);
    const calls = some.flatMap(({ token, block }) => viewCalls(token.contract.address, block, []));
    const answers = await callViews(clients, calls, signal);
    const read: StatedSupply[] = [];
    for (const [index, { token, block, day, known }] of some.entries()) {
      const stated = typeof answers === "string" ? null : (answers[index] ?? null);
      const ledger = await ledgerSupply(store, { token, block, day });
      const supply: StatedSupply = {
        ...{ contractId: token.contract.id, block, day, ledger, kind: null },
        stated: stated === null ? null : BigInt(stated),
        problem:
          typeof answers === "string" ? answers : stated === null ? "Its contract states no supply." : null,
      };
      if (supply.stated !== null && ledger !== null && supply.stated !== ledger) {
        supply.kind =
          known?.kind ?? (await suggestKind(store, { token, clients, block, supply, signal })) ?? null;
      }
      read.push(supply);
    }
    await exclusively(() => writeSupplies(store, { read, before, tokens }));
  }
}

/** Mints less burns up to a block; null if amounts do not fit into 256 bits. */
async function ledgerSupply(
  store: MarketStore,
  { token, block, day }: { token: LedgerToken; block: bigint; day: string },
): Promise<bigint | null> {
  const { contract, bounds } = token;
  const [settled] = await store.compactRows<[day: string, supply: string, overflow: number]>(
    `SELECT toString(day), toString(supply), overflow FROM ledger_daily FINAL
      WHERE contract_id = {id:UInt32} AND day < {day:Date} ORDER BY day DESC LIMIT 1`,
    { id: contract.id, day },
  );
  const since = settled === undefined ? "1970-01-01" : isoDay(Date.parse(settled[0]) + DAY_MS);
  const [found] = await store.compactRows<[change: string, size: number]>(
    `SELECT toString(sumIf(toInt256(value), sender = 0) - sumIf(toInt256(value), receiver = 0)), sum(toFloat64(value))
      FROM ledger_transfers FINAL
      WHERE contract_id = {id:UInt32} AND block >= {first:UInt64} AND block <= {block:UInt64}
        AND toDate(timestamp) >= {since:Date} AND value != 0`,
    { id: contract.id, first: String(bounds.first), block: String(block), since },
  );
  if (found === undefined) return null;
  if (found[1] >= 2 ** 240 || ((settled?.[2] ?? 0) & 2) > 0) return null;
  return BigInt(settled?.[1] ?? 0) + BigInt(found[0]);
}

/**
 * Rebasing contracts scale all balances alike, contracts with fees leave receivers with less, and silent mints
 * change the supply but not the balances that transfers explain.
 */
async function suggestKind(
  store: MarketStore,
  {
    token,
    clients,
    block,
    supply,
    signal,
  }: {
    token: LedgerToken;
    clients: readonly RpcClient[];
    block: bigint;
    supply: StatedSupply;
    signal: AbortSignal | undefined;
  },
): Promise<TokenKind | null> {
  const { contract, bounds } = token;
  const state = await readLedgerState(store, { contractId: contract.id, first: bounds.first, block });
  const largest = state.balances.filter(({ balance }) => BigInt(balance) > 0n).slice(0, 8);
  const answers = await callViews(
    clients,
    viewCalls(
      contract.address,
      block,
      largest.map(({ holder }) => holder),
    ),
    signal,
  );
  if (typeof answers === "string") return null;
  const ratios = largest.flatMap(({ balance }, index) => {
    const stated = answers[index + 1];
    return stated === undefined || stated === null ? [] : [Number(stated) / Number(balance)];
  });
  const { stated, ledger } = supply;
  if (ratios.length === 0 || stated === null || ledger === null) return null;
  const [lowest, highest] = [Math.min(...ratios), Math.max(...ratios)];
  if (highest - lowest < 1e-6 && Math.abs(highest - 1) > 1e-9) return "rebasing";
  if (highest <= 1 && stated < ledger) return "fee";
  if (stated > ledger) return "silent_mint";
  return null;
}

async function writeSupplies(
  store: MarketStore,
  {
    read,
    before,
    tokens,
  }: {
    read: readonly StatedSupply[];
    before: ReadonlyMap<number, StatedSupply>;
    tokens: readonly LedgerToken[];
  },
): Promise<void> {
  const version = await nextRowVersion(store);
  // A statement of the same day is worth more than a later failure to read one.
  const kept = read.filter(({ contractId, day, stated }) => {
    const known = before.get(contractId);
    return stated !== null || known === undefined || known.stated === null || known.day < day;
  });
  await store.insert(
    "ledger_supplies",
    kept.flatMap(({ contractId, day, block, ledger, stated, kind, problem }) => {
      const token = tokens.find(({ contract }) => contract.id === contractId);
      if (token === undefined) return [];
      return [
        {
          ...{ contract_id: contractId, asset_id: token.assetId, token_id: token.tokenId, day, version },
          ...{ block: String(block), decimals: token.decimals, kind: kind ?? "", problem: problem ?? "" },
          ledger: ledger === null ? null : String(ledger),
          stated: stated === null ? null : String(stated),
        },
      ];
    }),
  );
  const changed = kept.flatMap((supply) => {
    const token = tokens.find(({ contract }) => contract.id === supply.contractId);
    const known = before.get(supply.contractId);
    const isDue = differs(supply) || (known !== undefined && differs(known));
    return isDue && token !== undefined ? [[token.assetId, Date.parse(supply.day) / DAY_MS] as const] : [];
  });
  if (changed.length > 0) await markChecksDue(store, new Map(changed));
}

export const differs = ({ ledger, stated }: StatedSupply): boolean =>
  ledger !== null && stated !== null && ledger !== stated;

/** The last reading of each contract. */
export async function latestSupplies(
  store: MarketStore,
  contractIds: readonly number[],
): Promise<Map<number, StatedSupply>> {
  const rows = await store.compactRows<
    [
      ...[id: number, day: string, block: string, ledger: string | null, stated: string | null],
      ...[kind: string, problem: string],
    ]
  >(
    `SELECT contract_id, toString(day), block, toString(ledger), toString(stated), kind, problem FROM ledger_supplies FINAL
      WHERE contract_id IN {contractIds:Array(UInt32)} ORDER BY contract_id, day DESC LIMIT 1 BY contract_id`,
    { contractIds },
  );
  return new Map(
    rows.map(([contractId, day, block, ledger, stated, kind, problem]) => [
      contractId,
      {
        ...{ contractId, day, block: BigInt(block) },
        ledger: ledger === null ? null : BigInt(ledger),
        stated: stated === null ? null : BigInt(stated),
        kind: tokenKinds.find((one) => one === kind) ?? null,
        problem: problem === "" ? null : problem,
      },
    ]),
  );
}
