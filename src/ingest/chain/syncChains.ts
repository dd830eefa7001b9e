/** From nodes to figures: reads the networks that are configured, and publishes the figures of closed days. */
import { isoDay } from "#domain/days";
import { metricByName } from "#domain/metrics";
import type { CatalogIndex } from "#domain/resources";
import type { MarketStore } from "#stores";
import { commit } from "../commit";
import { runExclusively } from "../runExclusively";
import { coveredTo } from "./blockRanges";
import { LedgerStoppedError, requireFinalHashes } from "./finalHashes";
import { finalityDepth } from "./finality";
import { type LedgerNote, readLedgerNotes } from "./ledgerNotes";
import { readCoverage } from "./ledgerStore";
import { type LedgerToken, type LedgerTokens, readLedgerTokens } from "./ledgerTokens";
import { LEDGER_PROVIDER, publishLedger } from "./publishLedger";
import { openRpcClient } from "./rpcClient";
import type { LedgerAssets, RpcEndpoints } from "./rpcEndpoints";
import { type SettledContract, settleContracts } from "./settleContracts";
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

const DAY_SECONDS = 86_400;

/** Reads each network on its own, so that one that fails does not stop the others, then publishes once. */
export const syncChains = (store: MarketStore, sync: ChainSync): Promise<ChainReport> =>
  runExclusively(store, "chain.sync", () => readAndPublish(store, sync));

interface ReadNetwork {
  report: NetworkReport;
  name: string;
  chainId: number;
  tokens: readonly LedgerToken[];
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
      for (const { report, name, chainId, tokens } of read) {
        if (report.isStopped) continue;
        const settled = await settleTokens(store, tokens);
        changed += await publishLedger(store, {
          chainId,
          label: `${name} ledger`,
          tokens: settled,
        });
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
    return { report, name: slug, chainId: 0, tokens: [] };
  }
  const opened = urls.map((url) => openRpcClient({ url }));
  const read: ReadNetwork = { report, name: network.name, chainId: network.chain_id, tokens: [] };
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
    report.sync = await syncNetwork(store, {
      contracts: found.tokens.map(({ contract }) => ({ ...contract, firstBlock: 0n })),
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

/** Computes figures of tokens with newly closed days or corrected decimals. @returns these tokens */
async function settleTokens(store: MarketStore, tokens: readonly LedgerToken[]): Promise<LedgerToken[]> {
  const covered = await readCoverage(
    store,
    tokens.map(({ contract }) => contract.id),
  );
  const published = await publishedFigures(store, tokens);
  const computed = await computedFigures(store, tokens);
  const due = tokens.flatMap((token): { token: LedgerToken; settled: SettledContract | null }[] => {
    const ranges = covered.get(token.contract.id) ?? [];
    const last = coveredTo(0n, ranges);
    const end = ranges.find(({ to }) => to === last);
    if (end === undefined) return [];
    // The day of its last block is not closed: later blocks can belong to it.
    const lastDay = isoDay(new Date((end.lastTime - DAY_SECONDS) * 1_000));
    const { day, amount } = published.get(token.tokenId) ?? { day: "", amount: 0 };
    const ledger = computed.get(token.contract.id) ?? { day: "", amount: 0 };
    const hasNewDays = lastDay > day || lastDay > ledger.day;
    const expected = ledger.amount / 10 ** token.decimals;
    const isRescaled = isScaledOtherwise(amount, expected);
    if (!hasNewDays && !isRescaled) return [];
    const since =
      ledger.day === "" || isRescaled ? null : isoDay(Date.parse(ledger.day) + DAY_SECONDS * 1_000);
    // Figures can be published without those of the ledger being newer: after another source was removed.
    if (since !== null && since > lastDay) return [{ token, settled: null }];
    const fromBlock =
      ranges.find(({ lastTime }) => since !== null && isoDay(lastTime * 1_000) >= since)?.from ?? 0n;
    const { decimals } = token;
    return [{ token, settled: { id: token.contract.id, lastDay, decimals, since, fromBlock } }];
  });
  await settleContracts(
    store,
    due.flatMap(({ settled }) => settled ?? []),
  );
  return due.map(({ token }) => token);
}

/** Metrics whose amounts show by which decimals figures were computed. */
const AMOUNTS = ["daily_mints_token", "daily_burns_token", "daily_transfer_volume_token"];

/** Whether amounts differ by a power of ten, as after a correction of decimals, rather than by single figures. */
const isScaledOtherwise = (published: number, expected: number): boolean =>
  published > 0 && expected > 0 && (published > 3 * expected || expected > 3 * published);

/** The last day of each token with figures of its ledger, and their amounts. */
async function publishedFigures(
  store: MarketStore,
  tokens: readonly LedgerToken[],
): Promise<Map<number, { day: string; amount: number }>> {
  const rows = await store.compactRows<[tokenId: number, day: string, amount: number]>(
    `SELECT token_id, toString(max(date)), sumIf(value, metric_id IN {amounts:Array(UInt32)}) FROM observations FINAL
      WHERE asset_id IN {assetIds:Array(UInt32)} AND token_id IN {tokenIds:Array(UInt32)}
        AND NOT is_sample AND provider = {provider:String}
      GROUP BY token_id`,
    {
      amounts: AMOUNTS.map((slug) => metricByName(slug)?.id),
      assetIds: [...new Set(tokens.map(({ assetId }) => assetId))],
      tokenIds: tokens.map(({ tokenId }) => tokenId),
      provider: LEDGER_PROVIDER,
    },
  );
  return new Map(rows.map(([tokenId, day, amount]) => [tokenId, { day, amount }]));
}

/** The last day of each contract with figures in the ledger, and the same amounts in the smallest units of its token. */
async function computedFigures(
  store: MarketStore,
  tokens: readonly LedgerToken[],
): Promise<Map<number, { day: string; amount: number }>> {
  const rows = await store.compactRows<[contractId: number, day: string, amount: number]>(
    `SELECT contract_id, toString(max(day)), sum(toFloat64(mints) + toFloat64(burns) + toFloat64(volume)) FROM ledger_daily FINAL
      WHERE contract_id IN {contractIds:Array(UInt32)} GROUP BY contract_id`,
    { contractIds: tokens.map(({ contract }) => contract.id) },
  );
  return new Map(rows.map(([contractId, day, amount]) => [contractId, { day, amount }]));
}
