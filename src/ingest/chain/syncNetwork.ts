/** Reads what is missing of the final blocks of a network, from the first of its endpoints that responds soundly. */
import type { MarketStore } from "#stores";
import { missingRanges, sharedRanges } from "./blockRanges";
import { type EndpointFailure, noEndpoint, reasonOf } from "./connectClients";
import { openEndpointWindows } from "./endpointWindows";
import { requireOneFork } from "./finalHashes";
import { readHead } from "./finality";
import { type Contract, dropUncovered, readCoverage, storePortion } from "./ledgerStore";
import { readInThread } from "./readerThread";
import { readPortions } from "./readPortions";
import type { RpcClient } from "./rpcClient";
import type { BlockRange } from "./rpcProblem";

export interface SyncedContract extends Contract {
  /** The first block that can contain a transfer of it. */
  firstBlock: bigint;
  /** The last block whose transfers count; null if there is none. */
  lastBlock: bigint | null;
}

export interface SyncProgress {
  /** Blocks read and to be read, each counted once for every contract. */
  done: number;
  total: number;
  /** The same of all final blocks, also those that were read before. */
  wanted: number;
  /** Blocks read, each counted once. */
  blocks: number;
  logs: number;
  /** The endpoint of the last part; null before the first. */
  endpoint: string | null;
}

export interface NetworkSync {
  contracts: readonly SyncedContract[];
  /** Those of `connectClients`, in order of preference. */
  clients: readonly RpcClient[];
  /** Endpoints that cannot be used; more are added. */
  failures: EndpointFailure[];
  /** Blocks after which a block counts as final on networks without a tag for it. */
  finalityDepth: number;
  /** Runs changes of the store exclusively. */
  exclusively: <T>(work: () => Promise<T>) => Promise<T>;
  onProgress?: (progress: SyncProgress) => void;
  signal?: AbortSignal;
  /** Share of ranges that are read again from another endpoint and compared. */
  checkedShare?: number;
}

export interface SyncReport {
  /** The newest final block. */
  finalBlock: bigint;
  logs: number;
  blocks: number;
}

/** Fewer blocks, such as those of an hour, are read in less time than a thread needs to start. */
const THREAD_BLOCKS = 2_000;

/**
 * Reads until every contract is covered up to the newest final block. What was stored stays after a failure.
 * @throws Error if no endpoint can be used for a range
 */
export async function syncNetwork(store: MarketStore, sync: NetworkSync): Promise<SyncReport> {
  const { failures } = sync;
  const { finalBlock, usable: clients } = await readFinalBlock(sync);
  const covered = await readCoverage(
    store,
    sync.contracts.map(({ id }) => id),
  );
  const missing = new Map(
    sync.contracts.map((contract) => [
      contract,
      missingRanges(
        { from: contract.firstBlock, to: earlier(finalBlock, contract.lastBlock) },
        covered.get(contract.id) ?? [],
      ),
    ]),
  );
  const parts = sharedRanges(missing);
  const progress: SyncProgress = {
    done: 0,
    total: parts.reduce((sum, { range, ids }) => sum + blocksOf(range) * ids.length, 0),
    wanted: sync.contracts.reduce((sum, { firstBlock: from, lastBlock }) => {
      return sum + Math.max(0, blocksOf({ from, to: earlier(finalBlock, lastBlock) }));
    }, 0),
    ...{ blocks: 0, logs: 0, endpoint: null },
  };
  sync.onProgress?.({ ...progress });
  const { windows, save } = await openEndpointWindows(store);
  for (const { range, ids: contracts } of parts) {
    await sync.exclusively(() => dropUncovered(store, { contractIds: contracts.map(({ id }) => id), range }));
    const { checkedShare, signal } = sync;
    const request = { clients, contracts, range, failures, checkedShare, windows, signal };
    const read = blocksOf(range) > THREAD_BLOCKS ? readInThread : readPortions;
    for await (const portion of read(request)) {
      await sync.exclusively(() => storePortion(store, portion));
      await save();
      for (const { range: part } of portion.ranges) {
        progress.blocks += blocksOf(part);
        progress.done += blocksOf(part) * contracts.length;
      }
      progress.endpoint = portion.endpoint;
      progress.logs += portion.logs;
      sync.onProgress?.({ ...progress });
    }
  }
  return { finalBlock, logs: progress.logs, blocks: progress.blocks };
}

const earlier = (block: bigint, other: bigint | null): bigint =>
  other !== null && other < block ? other : block;

const blocksOf = ({ from, to }: BlockRange): number => Number(to - from) + 1;

/**
 * The newest final block of the endpoint that has the newest, since others lag, and the endpoints on its fork.
 * @throws Error if no endpoint can be used, or endpoints contradict each other
 */
async function readFinalBlock({
  clients,
  failures,
  finalityDepth,
  signal,
}: NetworkSync): Promise<{ finalBlock: bigint; usable: RpcClient[] }> {
  const found: { client: RpcClient; final: bigint }[] = [];
  for (const client of clients) {
    try {
      const { final } = await readHead(client, finalityDepth, signal);
      found.push({ client, final });
    } catch (error) {
      failures.push({ endpoint: client.name, reason: reasonOf(error, signal) });
    }
  }
  const usable = await requireOneFork(found, { failures, signal });
  const [best] = found
    .filter(({ client }) => usable.includes(client))
    .map(({ final }) => final)
    .sort((a, b) => (a > b ? -1 : 1));
  if (best === undefined) throw new Error(noEndpoint(failures));
  return { finalBlock: best, usable };
}
