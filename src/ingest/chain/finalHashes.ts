/**
 * Whether endpoints still have the final blocks that were read. A network whose final blocks were replaced is stopped:
 * nothing of it is read or published until a person rewinds it.
 */
import type { MarketStore } from "#stores";
import { nextRowVersion } from "../rowVersion";
import { type BlockHeader, readHeaders } from "./blockHeaders";
import type { EndpointFailure } from "./connectClients";
import { type CoveredRange, readCoverage } from "./ledgerStore";
import type { RpcClient } from "./rpcClient";
import { RpcError } from "./rpcProblem";

export interface LedgerStop {
  /** The lowest block that is known to have another hash than the one read. */
  block: bigint;
  /** Which hashes, from which endpoints, and what to do. */
  reason: string;
  /** ISO 8601. */
  since: string;
}

/** A network whose final blocks were replaced. */
export class LedgerStoppedError extends Error {}

/** Stops of networks by id. */
export async function readStops(store: MarketStore): Promise<Map<number, LedgerStop>> {
  const rows = await store.compactRows<[networkId: number, block: string, reason: string, since: string]>(
    `SELECT network_id, block, reason, formatDateTime(since, '%Y-%m-%dT%H:%i:%SZ', 'UTC') FROM ledger_stops FINAL
      WHERE NOT is_resolved`,
  );
  return new Map(rows.map(([id, block, reason, since]) => [id, { block: BigInt(block), reason, since }]));
}

async function writeStop(store: MarketStore, networkId: number, stop: LedgerStop | null): Promise<void> {
  await store.insert("ledger_stops", [
    {
      network_id: networkId,
      block: String(stop?.block ?? 0),
      reason: stop?.reason ?? "",
      since: stop === null ? 0 : Math.floor(Date.parse(stop.since) / 1_000),
      is_resolved: stop === null,
      version: await nextRowVersion(store),
    },
  ]);
}

/** Lets a network be read again; the next reading compares its blocks again. */
export async function resolveStop(store: MarketStore, networkId: number): Promise<void> {
  if ((await readStops(store)).has(networkId)) await writeStop(store, networkId, null);
}

export interface FinalHashCheck {
  network: { id: number; slug: string };
  contractIds: readonly number[];
  /** Those that are connected, in order of preference. */
  clients: readonly RpcClient[];
  /** Number of endpoints that are configured. */
  endpoints: number;
  failures: EndpointFailure[];
  exclusively: <T>(work: () => Promise<T>) => Promise<T>;
  signal?: AbortSignal | undefined;
  now: () => Date;
}

/**
 * Compares final blocks that were read with what endpoints report at their heights.
 * @returns the endpoints that do not contradict what was read; the others are added to the failures
 * @throws LedgerStoppedError if the network is stopped: earlier, or because two endpoints (the only one, if there is one)
 * report other hashes. Endpoints without these blocks lag, and decide nothing
 */
export async function requireFinalHashes(store: MarketStore, check: FinalHashCheck): Promise<RpcClient[]> {
  const { network, contractIds, clients, endpoints, failures, signal } = check;
  const stopped = (await readStops(store)).get(network.id);
  if (stopped !== undefined) throw new LedgerStoppedError(stopped.reason);
  const covered = [...(await readCoverage(store, contractIds)).values()];
  const read = newestEnds(covered.flatMap((ranges) => ranges.at(-1) ?? []));
  if (read.length === 0) return [...clients];
  const forked: { client: RpcClient; range: CoveredRange; hash: string }[] = [];
  for (const client of clients) {
    const other = await findOther(client, read, signal);
    if (other !== null) forked.push({ client, ...other });
  }
  const [first] = forked;
  if (first === undefined) return [...clients];
  // The only endpoint answers twice, since requests can reach another node behind the same address.
  if (endpoints === 1 && (await findOther(first.client, read, signal)) === null) return [...clients];
  const { range } = first;
  if (endpoints > 1 && forked.length === 1) {
    failures.push({
      endpoint: first.client.name,
      reason: `Its block ${range.to} has the hash ${first.hash}, not ${range.lastHash}, which was read from ${range.endpoint}: it is on another fork.`,
    });
    return clients.filter((client) => client !== first.client);
  }
  const block = await firstReplaced(first.client, newestEnds(covered.flat()).reverse(), signal);
  const stop: LedgerStop = {
    block,
    reason: `Final blocks were replaced. Block ${range.to} was read from ${range.endpoint} with the hash ${range.lastHash}; ${forked
      .map((one) => `${one.client.name} has ${one.hash} at block ${one.range.to}`)
      .join(
        ", ",
      )}. Nothing of this network is read or published. To read the new blocks: cadastre chain rewind ${network.slug} ${block}. To keep what was read, correct RPC_ENDPOINTS first, then: cadastre chain rewind ${network.slug} ${range.to + 1n}.`,
    since: check.now().toISOString(),
  };
  await check.exclusively(() => writeStop(store, network.id, stop));
  throw new LedgerStoppedError(stop.reason);
}

/** Ranges with distinct last blocks, the newest first. */
function newestEnds(ranges: readonly CoveredRange[]): CoveredRange[] {
  const byEnd = new Map(ranges.map((range) => [`${range.to} ${range.lastHash}`, range]));
  return [...byEnd.values()].sort((a, b) => (a.to > b.to ? -1 : a.to < b.to ? 1 : 0));
}

/** Blocks that are compared at each endpoint. */
const MOST_COMPARED = 50;

/** The first of these blocks with another hash at an endpoint; null if it has none, or does not respond. */
async function findOther(
  client: RpcClient,
  read: readonly CoveredRange[],
  signal: AbortSignal | undefined,
): Promise<{ range: CoveredRange; hash: string } | null> {
  const compared = read.slice(0, MOST_COMPARED);
  let headers: (BlockHeader | null)[];
  try {
    headers = await readHeaders(
      client,
      compared.map(({ to }) => to),
      signal,
    );
  } catch (error) {
    signal?.throwIfAborted();
    // Reading from it fails too, and says why.
    if (error instanceof RpcError) return null;
    throw error;
  }
  for (const [index, range] of compared.entries()) {
    const hash = headers[index]?.hash;
    if (hash !== undefined && hash !== range.lastHash) return { range, hash };
  }
  return null;
}

/** The block after the newest that an endpoint has as it was read. @param ends in order of blocks */
async function firstReplaced(
  client: RpcClient,
  ends: readonly CoveredRange[],
  signal: AbortSignal | undefined,
): Promise<bigint> {
  let [low, high] = [0, ends.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const range = ends[middle];
    const isSame = range !== undefined && (await findOther(client, [range], signal)) === null;
    if (isSame) low = middle + 1;
    else high = middle;
  }
  const kept = ends[low - 1];
  return kept === undefined ? 0n : kept.to + 1n;
}

/**
 * Compares endpoints with each other at a final block that all of them have.
 * @returns those on the fork of the most; the others are added to the failures
 * @throws Error if as many endpoints are on one fork as on another
 */
export async function requireOneFork(
  clients: readonly { client: RpcClient; final: bigint }[],
  { failures, signal }: { failures: EndpointFailure[]; signal?: AbortSignal | undefined },
): Promise<RpcClient[]> {
  const all = clients.map(({ client }) => client);
  const [lowest] = clients.map(({ final }) => final).sort((a, b) => (a < b ? -1 : 1));
  if (clients.length < 2 || lowest === undefined) return all;
  const byHash = new Map<string, RpcClient[]>();
  for (const client of all) {
    const hash = await hashAt(client, lowest, signal);
    if (hash !== null) byHash.set(hash, [...(byHash.get(hash) ?? []), client]);
  }
  const [most, next] = [...byHash].sort(([, a], [, b]) => b.length - a.length);
  if (most === undefined || next === undefined) return all;
  const named = ([hash, some]: [string, RpcClient[]]) =>
    `${some.map(({ name }) => name).join(" and ")} ${some.length === 1 ? "has" : "have"} ${hash}`;
  if (most[1].length === next[1].length) {
    throw new Error(
      `Endpoints contradict each other at block ${lowest}, which is final: ${[...byHash].map(named).join(", ")}. Nothing of this network is read: remove the wrong ones from RPC_ENDPOINTS, or add another.`,
    );
  }
  const others = [...byHash].filter(([hash]) => hash !== most[0]);
  for (const [hash, some] of others) {
    for (const client of some) {
      failures.push({
        endpoint: client.name,
        reason: `Its block ${lowest} has the hash ${hash}; ${named(most)}: it is on another fork.`,
      });
    }
  }
  const left = new Set(others.flatMap(([, some]) => some));
  return all.filter((client) => !left.has(client));
}

async function hashAt(client: RpcClient, block: bigint, signal: AbortSignal | undefined) {
  try {
    const [header] = await readHeaders(client, [block], signal);
    return header?.hash ?? null;
  } catch (error) {
    signal?.throwIfAborted();
    if (error instanceof RpcError) return null;
    throw error;
  }
}
