/**
 * Follows the newest blocks of a network, one by one by their hashes. Blocks that were replaced are dropped and read again; the
 * ledger of final blocks is not touched. An endpoint whose head is lower lags, until it has another block at the same height.
 */
import type { MarketStore } from "#stores";
import { readHeaders } from "./blockHeaders";
import { coveredTo } from "./blockRanges";
import { readHead } from "./finality";
import { deleteHotBlocks, dropHotBlocks, type HotBlock, readHotBlocks, storeHotBlocks } from "./hotBlocks";
import { type Contract, readCoverage } from "./ledgerStore";
import { readBlocks } from "./readBlock";
import type { RpcClient } from "./rpcClient";
import { RpcError } from "./rpcProblem";

export interface HeadFollow {
  networkId: number;
  contracts: readonly Contract[];
  /** Those of `connectClients`, in order of preference. */
  clients: readonly RpcClient[];
  finalityDepth: number;
  exclusively: <T>(work: () => Promise<T>) => Promise<T>;
  signal?: AbortSignal | undefined;
}

export interface HeadReport {
  /** The newest block that was read; null before the first. */
  block: bigint | null;
  read: number;
  dropped: number;
  /** Whether transfers were added or removed. */
  hasChanged: boolean;
  /** Seconds between blocks; null if fewer than two are stored. */
  blockSeconds: number | null;
}

/** Blocks that are read and stored at once. */
const BLOCKS_AT_ONCE = 20;
/** Blocks of one call, so that a network far behind leaves time for other work. */
const MOST_BLOCKS = 400;
/** Final blocks that are read one by one where the ledger does not cover them yet; beyond, reading begins above them. */
const MOST_BELOW_FINAL = 2_000n;

/**
 * Reads up to the newest block of the first endpoint that is not behind.
 * @throws RpcError of the last endpoint if none can be used
 */
export async function followHead(store: MarketStore, follow: HeadFollow): Promise<HeadReport> {
  const stored = await readHotBlocks(store, follow.networkId);
  const report: HeadReport = {
    block: stored.at(-1)?.number ?? null,
    ...{ read: 0, dropped: 0, hasChanged: false },
    blockSeconds: secondsOf(stored),
  };
  if (follow.contracts.length === 0) return report;
  let failure: RpcError | null = null;
  for (const client of follow.clients) {
    try {
      if (await followAt(store, { ...follow, client, stored, report })) return report;
    } catch (error) {
      follow.signal?.throwIfAborted();
      if (!(error instanceof RpcError)) throw error;
      failure = new RpcError({ ...error.problem, message: `${client.name}: ${error.message}` });
      if (report.read + report.dropped > 0) break;
    }
  }
  if (failure !== null) throw failure;
  return report;
}

function secondsOf(stored: readonly HotBlock[]): number | null {
  const [first, last] = [stored[0], stored.at(-1)];
  if (first === undefined || last === undefined || first === last) return null;
  return (last.time - first.time) / Number(last.number - first.number);
}

type Following = HeadFollow & { client: RpcClient; stored: readonly HotBlock[]; report: HeadReport };

/** @returns whether the endpoint is not behind */
async function followAt(store: MarketStore, following: Following): Promise<boolean> {
  const { client, networkId, contracts, stored, report, signal, exclusively } = following;
  const head = await readHead(client, following.finalityDepth, signal);
  const reachable = stored.filter(({ number }) => number <= head.newest);
  const last = await lastShared(client, reachable, signal);
  const tip = stored.at(-1);
  // It lags: it has the blocks that were read, as far as it goes.
  if (tip !== undefined && head.newest < tip.number && last === reachable.at(-1)) return false;
  const dropped = stored.filter(({ number }) => last === undefined || number > last.number);
  if (dropped.length > 0) {
    await exclusively(() => dropHotBlocks(store, { networkId, blocks: dropped }));
    report.dropped = dropped.length;
    report.hasChanged = true;
  }
  const covered = await coveredBlocks(store, contracts);
  let parent = last;
  let from = last === undefined ? firstBlock(covered, head.final) : last.number + 1n;
  const addresses = new Set(contracts.map(({ address }) => address));
  while (from <= head.newest && report.read < MOST_BLOCKS) {
    const count = Number(head.newest - from) + 1;
    const numbers = Array.from(
      { length: Math.min(BLOCKS_AT_ONCE, count) },
      (_, index) => from + BigInt(index),
    );
    const parentHash = parent?.hash ?? null;
    const blocks = await readBlocks(client, { contracts: addresses, numbers, parentHash, signal });
    if (blocks.length > 0) await exclusively(() => storeHotBlocks(store, { networkId, contracts, blocks }));
    report.read += blocks.length;
    report.hasChanged ||= blocks.some(({ transfers }) => transfers.length > 0);
    parent = blocks.at(-1) ?? parent;
    report.block = parent?.number ?? report.block;
    // The chain was changed meanwhile: the next call finds where.
    if (blocks.length < numbers.length) break;
    from += BigInt(blocks.length);
  }
  if (dropped.length > 0) report.block = parent?.number ?? null;
  // The newest stays, so that the next one is linked to it.
  const first = stored[0];
  const upTo = parent === undefined ? covered : covered < parent.number ? covered : parent.number - 1n;
  if (first !== undefined && first.number <= upTo) {
    await exclusively(() => deleteHotBlocks(store, { networkId, upTo }));
  }
  return true;
}

/** Headers in one request while the fork is looked for. */
const COMPARED = 32;

/** The newest of these blocks that an endpoint has too. @param stored in order */
async function lastShared(
  client: RpcClient,
  stored: readonly HotBlock[],
  signal: AbortSignal | undefined,
): Promise<HotBlock | undefined> {
  // Mostly the newest is shared, so it is compared alone first.
  for (let [end, size] = [stored.length, 1]; end > 0; end -= size, size = COMPARED) {
    const some = stored.slice(Math.max(0, end - size), end).reverse();
    const headers = await readHeaders(
      client,
      some.map(({ number }) => number),
      signal,
    );
    const at = some.findIndex(({ hash }, index) => headers[index]?.hash === hash);
    if (at !== -1) return some[at];
  }
  return undefined;
}

/** The last block that the ledger covers of all contracts; -1 if there is none of one. */
async function coveredBlocks(store: MarketStore, contracts: readonly Contract[]): Promise<bigint> {
  const covered = await readCoverage(
    store,
    contracts.map(({ id }) => id),
  );
  const ends = [...covered.values()].map((ranges) => {
    const [first] = ranges;
    return first === undefined ? -1n : (coveredTo(first.from, ranges) ?? -1n);
  });
  return ends.sort((a, b) => (a < b ? -1 : 1))[0] ?? -1n;
}

const firstBlock = (covered: bigint, final: bigint): bigint => {
  const above = final + 1n;
  const next = covered + 1n;
  return next <= above && above - next <= MOST_BELOW_FINAL ? next : above;
};
