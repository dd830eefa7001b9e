/** From nodes to figures: reads the networks that are configured, and publishes the figures of closed days. */
import { isoDay } from "#domain/days";
import type { CatalogIndex } from "#domain/resources";
import type { MarketStore } from "#stores";
import { commit } from "../commit";
import { runExclusively } from "../runExclusively";
import { LedgerStoppedError, requireFinalHashes } from "./finalHashes";
import { finalityDepth } from "./finality";
import { readBlockTimes, writeSettledBounds } from "./ledgerBounds";
import { type LedgerNote, readLedgerNotes } from "./ledgerNotes";
import { type LedgerToken, type LedgerTokens, readLedgerTokens } from "./ledgerTokens";
import { publishLedger } from "./publishLedger";
import { openRpcClient } from "./rpcClient";
import type { LedgerAssets, RpcEndpoints } from "./rpcEndpoints";
import { boundBlocks, publishedFigures, settleTokens } from "./settleTokens";
import {
  connectClients,
  type EndpointFailure,
  noEndpoint,
  type SyncProgress,
  type SyncReport,
  syncNetwork,
} from "./syncNetwork";

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
  signal?: AbortSignal;
}

export interface NetworkReport extends Pick<LedgerTokens, "skipped"> {
  network: string;
  failures: EndpointFailure[];
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
export const syncChains = (store: MarketStore, sync: ChainSync): Promise<ChainReport> =>
  runExclusively(store, "chain.sync", () => readAndPublish(store, sync));

interface ReadNetwork {
  report: NetworkReport;
  name: string;
  chainId: number;
  tokens: readonly LedgerToken[];
  /** Unix seconds of blocks that are bounds of tokens and exist. */
  times: ReadonlyMap<bigint, number>;
}

async function readAndPublish(store: MarketStore, sync: ChainSync): Promise<ChainReport> {
  const read: ReadNetwork[] = [];
  for (const [slug, urls] of sync.endpoints) {
    if (sync.networks !== undefined && !sync.networks.includes(slug)) continue;
    read.push(await readNetwork(store, sync, { slug, urls }));
  }
  const { written: figures } = await sync.exclusively(() =>
    commit(store, { today: isoDay(sync.now()) }, async () => {
      let changed = 0;
      for (const { report, name, chainId, tokens, times } of read) {
        if (report.isStopped) continue;
        const settled = await settleTokens(store, { tokens, times, today: isoDay(sync.now()) });
        changed += await publishLedger(store, {
          chainId,
          label: `${name} ledger`,
          tokens: settled,
        });
        await writeSettledBounds(
          store,
          new Map(
            settled
              .filter(({ isRecomputed }) => isRecomputed)
              .map(({ contract, bounds }) => [contract.id, bounds]),
          ),
        );
      }
      return changed;
    }),
  );
  for (const { report, tokens } of read) {
    report.notes = await readLedgerNotes(store, tokens);
    const published = [...(await publishedFigures(store, tokens)).values()];
    report.lastDay =
      published
        .map(({ day }) => day)
        .sort()
        .at(-1) ?? null;
  }
  return { networks: read.map(({ report }) => report), figures };
}

async function readNetwork(
  store: MarketStore,
  { catalog, assets, exclusively, onProgress, onFailure, signal, checkedShare, now }: ChainSync,
  { slug, urls }: { slug: string; urls: readonly string[] },
): Promise<ReadNetwork> {
  const network = catalog.networkBySlug.get(slug);
  const failures: EndpointFailure[] = [];
  const report: NetworkReport = {
    network: slug,
    failures,
    sync: null,
    error: null,
    isStopped: false,
    tokens: 0,
    skipped: [],
    notes: [],
    lastDay: null,
  };
  if (network === undefined || network.chain_id === null) {
    report.error = network === undefined ? "The catalog has no such network." : "It is not an EVM network.";
    return { report, name: slug, chainId: 0, tokens: [], times: new Map() };
  }
  const opened = urls.map((url) => openRpcClient({ url }));
  const read: ReadNetwork = {
    report,
    name: network.name,
    chainId: network.chain_id,
    tokens: [],
    times: new Map(),
  };
  try {
    const clients = await connectClients(opened, { chainId: network.chain_id, failures, signal });
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
      finalityDepth: finalityDepth(network.chain_id),
      exclusively,
      onProgress: (progress) => onProgress?.(network.name, progress),
      ...(signal !== undefined && { signal }),
      ...(checkedShare !== undefined && { checkedShare }),
    });
  } catch (error) {
    signal?.throwIfAborted();
    onFailure(slug, error);
    report.error = error instanceof Error ? error.message : String(error);
    report.isStopped = error instanceof LedgerStoppedError;
  } finally {
    for (const client of opened) client.close();
  }
  return read;
}
