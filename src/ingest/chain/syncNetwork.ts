/** Reads what is missing of the final blocks of a network, from the first of its endpoints that responds soundly. */
import type { MarketStore } from "#stores";
import { missingRanges, sharedRanges } from "./blockRanges";
import { requireOneFork } from "./finalHashes";
import { readHead } from "./finality";
import {
  type Contract,
  dropUncovered,
  linesByContract,
  readCoverage,
  storeRanges,
  transferDigest,
} from "./ledgerStore";
import { firstWindow, type LogWindow } from "./logWindow";
import { readTransfers, type TransferRange } from "./readTransfers";
import type { RpcClient } from "./rpcClient";
import { type BlockRange, RpcError } from "./rpcProblem";

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

/** An endpoint that could not be used, with the reason. */
export interface EndpointFailure {
  endpoint: string;
  reason: string;
}

export interface SyncReport {
  /** The newest final block. */
  finalBlock: bigint;
  logs: number;
  blocks: number;
}

/** Transfers per write: small writes cost more each, large ones more memory. */
const WRITE_LOGS = 50_000;
/** The longest time between writes, so that little is lost of histories with few transfers. */
const WRITE_MS = 3_000;

/** Windows of endpoints, which are learned by their refusals. */
const windows = new WeakMap<RpcClient, LogWindow>();

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
  for (const { range, ids: contracts } of parts) {
    await sync.exclusively(() => dropUncovered(store, { contractIds: contracts.map(({ id }) => id), range }));
    for await (const { endpoint, ranges } of readFromAny({ clients, contracts, range, failures, sync })) {
      await sync.exclusively(() => storeRanges(store, ranges, { contracts, endpoint }));
      for (const { range: read, transfers } of ranges) {
        progress.blocks += blocksOf(read);
        progress.done += blocksOf(read) * contracts.length;
        progress.logs += transfers.length;
      }
      progress.endpoint = endpoint;
      sync.onProgress?.({ ...progress });
    }
  }
  return { finalBlock, logs: progress.logs, blocks: progress.blocks };
}

const earlier = (block: bigint, other: bigint | null): bigint =>
  other !== null && other < block ? other : block;

const blocksOf = ({ from, to }: BlockRange): number => Number(to - from) + 1;

/** The endpoints that respond and are of the network; the others are added to the failures. */
export async function connectClients(
  clients: readonly RpcClient[],
  {
    chainId,
    failures,
    signal,
  }: { chainId: number; failures: EndpointFailure[]; signal?: AbortSignal | undefined },
): Promise<RpcClient[]> {
  const usable: RpcClient[] = [];
  for (const client of clients) {
    try {
      const found = Number(await client.call("eth_chainId", [], signal));
      if (found === chainId) usable.push(client);
      else failures.push({ endpoint: client.name, reason: `Its chain id is ${found}, not ${chainId}.` });
    } catch (error) {
      failures.push({ endpoint: client.name, reason: reasonOf(error, signal) });
    }
  }
  return usable;
}

/** The reason of a failure of an endpoint; other errors are thrown. */
function reasonOf(error: unknown, signal: AbortSignal | undefined): string {
  signal?.throwIfAborted();
  if (error instanceof RpcError) return error.message;
  throw error;
}

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

export const noEndpoint = (failures: readonly EndpointFailure[]): string =>
  failures.length === 0
    ? "No endpoint is configured."
    : `No endpoint can be used. ${failures.map(({ endpoint, reason }) => `${endpoint}: ${reason}`).join(" ")}`;

interface RangeRequest {
  clients: readonly RpcClient[];
  contracts: readonly SyncedContract[];
  range: BlockRange;
  failures: EndpointFailure[];
  sync: NetworkSync;
}

/** Consecutive parts of a range in portions to be written. After a failure the next endpoint continues. */
async function* readFromAny({
  clients,
  contracts,
  range,
  failures,
  sync,
}: RangeRequest): AsyncGenerator<{ endpoint: string; ranges: TransferRange[] }> {
  const { signal, checkedShare = 0.01 } = sync;
  const addresses = contracts.map(({ address }) => address);
  const failed: EndpointFailure[] = [];
  let { from } = range;
  for (const [index, client] of clients.entries()) {
    if (from > range.to) return;
    const others = clients.filter((_, other) => other !== index);
    let ranges: TransferRange[] = [];
    try {
      const request = {
        contracts: addresses,
        range: { from, to: range.to },
        window: windows.get(client) ?? firstWindow,
        onWindow: (window: LogWindow) => windows.set(client, window),
        signal,
      };
      let logs = 0;
      let written = performance.now();
      for await (const part of readTransfers(client, request)) {
        if (others.length > 0 && Math.random() < checkedShare)
          await requireSame(part, { contracts, others, signal });
        ranges.push(part);
        logs += part.transfers.length;
        if (logs < WRITE_LOGS && performance.now() - written < WRITE_MS) continue;
        yield { endpoint: client.name, ranges };
        from = part.range.to + 1n;
        ranges = [];
        logs = 0;
        written = performance.now();
      }
    } catch (error) {
      const failure = { endpoint: client.name, reason: reasonOf(error, signal) };
      failed.push(failure);
      failures.push(failure);
    }
    const last = ranges.at(-1);
    if (last === undefined) continue;
    yield { endpoint: client.name, ranges };
    from = last.range.to + 1n;
  }
  if (from <= range.to) throw new Error(noEndpoint(failed.length === 0 ? failures : failed));
}

/** @throws RpcError (`invalid`) if the first other endpoint that has the range reports other transfers */
async function requireSame(
  part: TransferRange,
  {
    contracts,
    others,
    signal,
  }: { contracts: readonly Contract[]; others: readonly RpcClient[]; signal: AbortSignal | undefined },
): Promise<void> {
  const digestsOf = (ranges: readonly TransferRange[]) => {
    const lines = ranges.map((range) => linesByContract(range, contracts));
    return contracts.map(({ id }) => transferDigest(lines.flatMap((own) => own.get(id) ?? [])));
  };
  for (const client of others) {
    const ranges: TransferRange[] = [];
    try {
      const request = {
        contracts: contracts.map(({ address }) => address),
        range: part.range,
        window: windows.get(client) ?? firstWindow,
        onWindow: (window: LogWindow) => windows.set(client, window),
        signal,
      };
      for await (const other of readTransfers(client, request)) ranges.push(other);
    } catch (error) {
      reasonOf(error, signal);
      continue;
    }
    const [ours, theirs] = [digestsOf([part]), digestsOf(ranges)];
    const isSame = ours.every((digest, index) => digest === theirs[index]);
    if (isSame && part.lastHash === ranges.at(-1)?.lastHash) return;
    const { from, to } = part.range;
    throw new RpcError({
      kind: "invalid",
      message: `Its transfers of blocks ${from} to ${to} differ from those of ${client.name}.`,
    });
  }
}
