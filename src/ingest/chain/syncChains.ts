/** From nodes to figures: reads the networks that are configured, and publishes the figures of closed days. */
import { isoDay } from "#domain/days";
import type { CatalogIndex } from "#domain/resources";
import type { MarketStore } from "#stores";
import { commit } from "../commit";
import { announceDataVersion } from "../dataVersion";
import { runExclusively } from "../runExclusively";
import { connectClients, type EndpointFailure, noEndpoint } from "./connectClients";
import { LedgerStoppedError, requireFinalHashes } from "./finalHashes";
import { finalityDepth } from "./finality";
import { readBlockTimes } from "./ledgerBounds";
import { listTokens } from "./ledgerListings";
import { ledgerChainId } from "./ledgerNetworks";
import { type LedgerNote, readLedgerNotes } from "./ledgerNotes";
import type { NetworkPause } from "./ledgerStates";
import { type LedgerToken, type LedgerTokens, readLedgerTokens } from "./ledgerTokens";
import { networkReadings, PausedError, type ReadingSession } from "./networkReadings";
import { openClients } from "./openClients";
import { publishLedger } from "./publishLedger";
import type { RpcClient } from "./rpcClient";
import type { LedgerAssets, RpcEndpoints } from "./rpcEndpoints";
import { boundBlocks, finishSettlement, publishedFigures, settleTokens } from "./settleTokens";
import { readStatedSupplies } from "./statedSupply";
import { storeHolders } from "./storeHolders";
import { type SyncProgress, type SyncReport, syncNetwork } from "./syncNetwork";

export interface ChainSync {
  catalog: CatalogIndex;
  endpoints: RpcEndpoints;
  assets: LedgerAssets;
  /** Share of ranges that are read from two endpoints and compared. Default: one in a hundred. */
  checkedShare?: number;
  /** Slugs of networks. Default: all that have endpoints. */
  networks?: readonly string[] | undefined;
  now: () => Date;
  /** Runs changes of the store exclusively. Reading from a node must not block other writers. */
  exclusively: <T>(work: () => Promise<T>) => Promise<T>;
  onProgress?: (network: string, progress: SyncProgress) => void;
  /** Called when a network could not be read; the others are read unless it throws. */
  onFailure: (network: string, error: unknown) => void;
  /** Whether holders are stored (`storeHolders`). Default: true. */
  storesHolders?: boolean;
  signal?: AbortSignal;
  /** Whether networks are read that an operator has paused. Default: no. */
  isPauseIgnored?: boolean;
}

export interface NetworkReport extends Pick<LedgerTokens, "skipped"> {
  network: string;
  /** Set if the network was paused, before or while it was read. */
  pause: NetworkPause | null;
  /** Those that blocks were read from. */
  endpoints: string[];
  failures: EndpointFailure[];
  /** What was read, also by a reading that failed. */
  blocks: number;
  transfers: number;
  /** Final blocks, each counted once for every token, and those that have been read so far. Null if unknown. */
  wantedBlocks: number | null;
  readBlocks: number | null;
  /** Null if it could not be read; what was read before stays. */
  sync: SyncReport | null;
  /** Why it could not be read. */
  error: string | null;
  /** Whether its final blocks were replaced: nothing of it is read or published until it is rewound. */
  isStopped: boolean;
  tokens: number;
  /** What the figures leave out. */
  notes: LedgerNote[];
  /** The last day with figures, of the token that has the newest. */
  lastDay: string | null;
}

export interface ChainReport {
  networks: NetworkReport[];
  /** New or changed figures. */
  figures: number;
}

/** Reads each network on its own, so that one that fails does not stop the others, then publishes once. */
export async function syncChains(store: MarketStore, sync: ChainSync): Promise<ChainReport> {
  const session = networkReadings(store).open(selectedSlugs(sync));
  try {
    return await runExclusively(store, "chain.sync", () => readAndPublish(store, sync, session));
  } finally {
    session.close();
  }
}

const selectedSlugs = ({ endpoints, networks }: ChainSync): string[] =>
  [...endpoints.keys()].filter((slug) => networks === undefined || networks.includes(slug));

interface ReadNetwork {
  report: NetworkReport;
  name: string;
  chainId: number;
  tokens: readonly LedgerToken[];
  /** Unix seconds of blocks that are bounds of tokens and exist. */
  times: ReadonlyMap<bigint, number>;
}

async function readAndPublish(
  store: MarketStore,
  sync: ChainSync,
  session: ReadingSession,
): Promise<ChainReport> {
  const read: ReadNetwork[] = [];
  for (const slug of selectedSlugs(sync)) {
    read.push(await readNetwork(store, sync, { slug, urls: sync.endpoints.get(slug) ?? [], session }));
    session.publish(slug);
  }
  const figures = await publishFigures(store, sync, read).catch(async (error: unknown) => {
    sync.signal?.throwIfAborted();
    const reason = `Its figures were not computed: ${error instanceof Error ? error.message : String(error)}`;
    for (const { report } of read) await session.end(report.network, { ...resultOf(report), error: reason });
    throw error;
  });
  for (const { report, tokens } of read) {
    report.notes = await readLedgerNotes(store, tokens);
    const published = [...(await publishedFigures(store, tokens)).values()];
    report.lastDay =
      published
        .map(({ day }) => day)
        .sort()
        .at(-1) ?? null;
    await session.end(report.network, resultOf(report));
  }
  return { networks: read.map(({ report }) => report), figures };
}

const resultOf = (report: NetworkReport) => ({
  ...report,
  finalBlock: report.sync === null ? null : Number(report.sync.finalBlock),
});

async function publishFigures(
  store: MarketStore,
  sync: ChainSync,
  read: readonly ReadNetwork[],
): Promise<number> {
  const { written } = await sync.exclusively(() =>
    commit(store, { today: isoDay(sync.now()) }, async () => {
      let changed = 0;
      // Lists of transfers have more rows.
      if (read.some(({ report }) => report.transfers > 0)) await announceDataVersion(store);
      for (const { report, name, chainId, tokens, times } of read) {
        if (report.isStopped) continue;
        const settled = await settleTokens(store, { tokens, times, today: isoDay(sync.now()) });
        changed += await publishLedger(store, {
          chainId,
          label: `${name} ledger`,
          tokens: settled,
        });
        await finishSettlement(store, settled);
      }
      return changed;
    }),
  );
  if (sync.storesHolders ?? true)
    await storeHolders(store, { ...sync, tokens: read.flatMap(({ tokens }) => tokens) });
  return written;
}

async function readNetwork(
  store: MarketStore,
  { catalog, assets, exclusively, onProgress, onFailure, checkedShare, now, ...sync }: ChainSync,
  { slug, urls, session }: { slug: string; urls: readonly string[]; session: ReadingSession },
): Promise<ReadNetwork> {
  const network = catalog.networkBySlug.get(slug);
  const failures: EndpointFailure[] = [];
  const report: NetworkReport = {
    network: slug,
    pause: null,
    endpoints: [],
    failures,
    ...{ blocks: 0, transfers: 0, tokens: 0, wantedBlocks: null, readBlocks: null },
    sync: null,
    error: null,
    isStopped: false,
    skipped: [],
    notes: [],
    lastDay: null,
  };
  const chainId = network === undefined ? null : ledgerChainId(network);
  if (network === undefined || chainId === null) {
    report.error = network === undefined ? "The catalog has no such network." : "It is not an EVM network.";
    return { report, name: slug, chainId: 0, tokens: [], times: new Map() };
  }
  const started = await session.begin(slug, { isPauseIgnored: sync.isPauseIgnored ?? false });
  if (!(started instanceof AbortSignal)) {
    report.pause = started;
    return { report, name: network.name, chainId, tokens: [], times: new Map() };
  }
  const signal = AbortSignal.any([started, ...(sync.signal === undefined ? [] : [sync.signal])]);
  let opened: RpcClient[] = [];
  const read: ReadNetwork = {
    report,
    name: network.name,
    chainId,
    tokens: [],
    times: new Map(),
  };
  try {
    opened = await openClients({ urls, chainId, role: "history" });
    const clients = await connectClients(opened, { chainId, failures, signal });
    if (clients.length === 0) throw new Error(noEndpoint(failures));
    const found = await readLedgerTokens(store, {
      catalog,
      assets,
      network,
      clients,
      exclusively,
      signal,
    });
    read.tokens = found.tokens;
    report.tokens = found.tokens.length;
    report.skipped = found.skipped;
    await exclusively(() => listTokens(store, found.tokens));
    const sound = await requireFinalHashes(store, {
      ...{ network, clients, failures, endpoints: urls.length, exclusively, signal, now },
      contractIds: found.tokens.map(({ contract }) => contract.id),
    });
    read.times = await readBlockTimes(
      sound,
      found.tokens.flatMap(({ bounds }) => boundBlocks(bounds)),
      signal,
    );
    report.sync = await syncNetwork(store, {
      contracts: found.tokens.map(({ contract, bounds }) => {
        return { ...contract, firstBlock: bounds.first, lastBlock: bounds.last };
      }),
      clients: sound,
      failures,
      finalityDepth: finalityDepth(chainId),
      exclusively,
      onProgress: (progress) => {
        const { blocks, logs: transfers, endpoint, wanted: wantedBlocks, total, done } = progress;
        Object.assign(report, { blocks, transfers, wantedBlocks, readBlocks: wantedBlocks - total + done });
        if (endpoint !== null && !report.endpoints.includes(endpoint)) report.endpoints.push(endpoint);
        session.note(slug, progress);
        onProgress?.(slug, progress);
      },
      signal,
      ...(checkedShare !== undefined && { checkedShare }),
    });
    await readStatedSupplies(store, { tokens: found.tokens, clients: sound, exclusively, signal });
  } catch (error) {
    sync.signal?.throwIfAborted();
    if (signal.reason instanceof PausedError) report.pause = signal.reason.pause;
    else {
      onFailure(slug, error);
      report.error = error instanceof Error ? error.message : String(error);
      report.isStopped = error instanceof LedgerStoppedError;
    }
  } finally {
    for (const client of opened) client.close();
  }
  return read;
}
