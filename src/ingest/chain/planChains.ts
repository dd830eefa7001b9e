/** What reading networks would take, found by a few trial requests. Nothing is stored but the limits of endpoints. */
import { InvalidError } from "#domain/errors";
import type { MarketStore } from "#stores";
import { missingRanges, sharedRanges } from "./blockRanges";
import { connectClients, type EndpointFailure } from "./connectClients";
import { openEndpointWindows } from "./endpointWindows";
import { finalityDepth, readHead } from "./finality";
import { ledgerChainId } from "./ledgerNetworks";
import { type LedgerSelection, selectedTokens } from "./ledgerStatus";
import { readCoverage } from "./ledgerStore";
import type { KnownToken } from "./ledgerTokens";
import { firstWindow, type LogWindow } from "./logWindow";
import { openClients } from "./openClients";
import { readTransfers } from "./readTransfers";
import type { RpcClient } from "./rpcClient";
import { type BlockRange, RpcError } from "./rpcProblem";

export interface EndpointPlan {
  endpoint: string;
  /** The most blocks and addresses of a request, as found. */
  blocks: number;
  addresses: number;
  /** A limit of blocks that the endpoint has stated or shown, with its words. */
  limit: { blocks: number; message: string } | null;
  /** Estimates of reading everything from this endpoint alone. */
  requests: number;
  /** Calls within these requests, which providers count. */
  calls: number;
  seconds: number;
  transfers: number;
}

export interface NetworkPlan {
  network: string;
  tokens: number;
  finalBlock: number | null;
  /** Blocks to be read, each counted once. */
  blocks: number;
  endpoints: EndpointPlan[];
  failures: EndpointFailure[];
}

/** Requests of each trial: doubling from the first size reaches the largest. */
const TRIAL_REQUESTS = 8;
/** Places of a history at which it is tried: the newest blocks have the most transfers. */
const PLACES = [0.1, 0.5, 0.95];
/** Other calls of a request for logs: the newest block and the last header. */
const CALLS_BESIDE_LOGS = 2;

export async function planChains(
  store: MarketStore,
  { signal, ...selection }: LedgerSelection & { signal?: AbortSignal },
): Promise<NetworkPlan[]> {
  const { windows, save } = await openEndpointWindows(store);
  const plans: NetworkPlan[] = [];
  for (const { network, urls, tokens } of await selectedTokens(store, { ...selection, token: null })) {
    const plan: NetworkPlan = {
      network: network.slug,
      tokens: tokens.length,
      ...{ finalBlock: null, blocks: 0, endpoints: [], failures: [] },
    };
    plans.push(plan);
    const chainId = ledgerChainId(network) ?? 0;
    const { failures } = plan;
    let opened: RpcClient[] = [];
    try {
      opened = await openClients({ urls, chainId, role: "history" });
      const clients = await connectClients(opened, { chainId, failures, signal });
      await planNetwork(store, { plan, clients, tokens, windows, depth: finalityDepth(chainId), signal });
    } catch (error) {
      if (!(error instanceof InvalidError)) throw error;
      failures.push({ endpoint: network.slug, reason: error.message });
    } finally {
      for (const client of opened) client.close();
    }
  }
  await save();
  return plans;
}

interface PlannedNetwork {
  plan: NetworkPlan;
  clients: readonly RpcClient[];
  tokens: readonly KnownToken[];
  windows: Map<string, LogWindow>;
  depth: number;
  signal: AbortSignal | undefined;
}

/** A part of a history that is missing for the same tokens. */
interface MissingPart {
  range: BlockRange;
  addresses: string[];
}

async function planNetwork(
  store: MarketStore,
  { plan, clients, tokens, windows, depth, signal }: PlannedNetwork,
): Promise<void> {
  for (const client of clients) {
    try {
      const { final } = await readHead(client, depth, signal);
      const parts = await missingParts(store, { tokens, final });
      plan.finalBlock = Math.max(plan.finalBlock ?? 0, Number(final));
      plan.blocks = Math.max(plan.blocks, sum(parts.map(({ range }) => blocksOf(range))));
      plan.endpoints.push(await planEndpoint(client, { parts, windows, signal }));
    } catch (error) {
      if (!(error instanceof RpcError)) throw error;
      plan.failures.push({ endpoint: client.name, reason: error.message });
    }
  }
}

async function missingParts(
  store: MarketStore,
  { tokens, final }: { tokens: readonly KnownToken[]; final: bigint },
): Promise<MissingPart[]> {
  const ids = tokens.flatMap(({ contract }) => contract?.id ?? []);
  const covered = await readCoverage(store, ids);
  const missing = new Map(
    tokens.map(({ address, contract, bounds }) => {
      const { first, last } = bounds;
      const wanted = { from: first, to: last !== null && last < final ? last : final };
      return [address, missingRanges(wanted, covered.get(contract?.id ?? 0) ?? [])] as const;
    }),
  );
  return sharedRanges(missing).map(({ range, ids: addresses }) => ({ range, addresses }));
}

/** What trial requests have found at one place. */
interface Trial {
  blocks: number;
  transfers: number;
  /** Blocks whose time takes a call of its own. */
  headers: number;
  requests: number;
  seconds: number;
  window: LogWindow;
}

async function planEndpoint(
  client: RpcClient,
  {
    parts,
    windows,
    signal,
  }: { parts: readonly MissingPart[]; windows: Map<string, LogWindow>; signal: AbortSignal | undefined },
): Promise<EndpointPlan> {
  const trials: Trial[] = [];
  const total = sum(parts.map(({ range }) => blocksOf(range)));
  for (const place of total === 0 ? [] : PLACES) {
    const found = partAt(parts, total * place);
    if (found === null) continue;
    trials.push(await tryAt(client, { ...found, windows, signal }));
  }
  const { blocks, addresses, limit } = windows.get(client.name) ?? firstWindow;
  const tried = {
    blocks: Math.max(1, sum(trials.map((one) => one.blocks))),
    transfers: sum(trials.map((one) => one.transfers)),
    headers: sum(trials.map((one) => one.headers)),
    requests: sum(trials.map((one) => one.requests)),
    seconds: sum(trials.map((one) => one.seconds)),
  };
  const perRequest = trials.map(({ window }) => window.blocks).sort((a, b) => a - b);
  const typical = perRequest[Math.floor(perRequest.length / 2)] ?? blocks;
  const requests = sum(parts.map(({ range }) => Math.ceil(blocksOf(range) / typical)));
  const filters = sum(
    parts.map(({ range, addresses: own }) => {
      return Math.ceil(blocksOf(range) / typical) * Math.ceil(own.length / addresses);
    }),
  );
  const share = total / tried.blocks;
  const headers = Math.ceil(tried.headers * share);
  return {
    endpoint: client.name,
    ...{ blocks, addresses, limit, requests },
    calls: requests * CALLS_BESIDE_LOGS + filters + headers,
    seconds: tried.requests === 0 ? 0 : (requests * tried.seconds) / tried.requests,
    transfers: Math.round(tried.transfers * share),
  };
}

/** Reads a few parts from a place on, so that the window narrows or widens as it would while reading. */
async function tryAt(
  client: RpcClient,
  {
    range,
    addresses,
    windows,
    signal,
  }: MissingPart & { windows: Map<string, LogWindow>; signal: AbortSignal | undefined },
): Promise<Trial> {
  const trial: Trial = {
    ...{ blocks: 0, transfers: 0, headers: 0, requests: 0, seconds: 0 },
    window: windows.get(client.name) ?? firstWindow,
  };
  const before = client.usage().requests;
  const started = performance.now();
  const request = {
    contracts: addresses,
    range,
    window: trial.window,
    onWindow: (window: LogWindow) => {
      trial.window = window;
      windows.set(client.name, window);
    },
    signal,
  };
  for await (const { range: read, transfers, times } of readTransfers(client, request)) {
    trial.blocks += blocksOf(read);
    trial.transfers += transfers.length;
    trial.headers += times.size;
    if (client.usage().requests - before >= TRIAL_REQUESTS) break;
  }
  trial.requests = client.usage().requests - before;
  trial.seconds = (performance.now() - started) / 1_000;
  return trial;
}

/** The part at a number of blocks from the start of all, from there on. */
function partAt(parts: readonly MissingPart[], place: number): MissingPart | null {
  let left = Math.floor(place);
  for (const { range, addresses } of parts) {
    const blocks = blocksOf(range);
    if (left < blocks) return { range: { from: range.from + BigInt(left), to: range.to }, addresses };
    left -= blocks;
  }
  return null;
}

const blocksOf = ({ from, to }: BlockRange): number => Number(to - from) + 1;
const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0);
