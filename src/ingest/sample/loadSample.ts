import { createHash } from "node:crypto";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { Asset, Token } from "#domain/catalog";
import {
  type CatalogIndex,
  investmentsResource,
  ledgerResources,
  loansResource,
  newsResource,
  poolsResource,
  type Resource,
  transactionsResource,
} from "#domain/resources";
import type { MarketStore } from "#stores";
import { commit } from "../commit";
import type { DeriveProgress } from "../derive/deriveDailyMetrics";
import { announceEditions, hideSampleOf, seeingWritten, startEdition } from "../ledger/ledgerEditions";
import { type LedgerRow, ledgerColumns, ledgerText } from "../ledger/ledgerRow";
import { markAssetsDirty } from "../observations/dirtyAssets";
import { nextRowVersion } from "../rowVersion";
import { type Scratch, withScratchTables } from "../scratchTables";
import { registerSource } from "../sources";
import { lendingRows } from "./ledger/lendingRows";
import { type NewsItem, newsOf, selectNews } from "./ledger/news";
import { offeringRows } from "./ledger/offerings";
import { simulateTransactions } from "./ledger/transactions";
import { dayOf, isoOf } from "./primitives/days";
import { simulateAsset, windowOf } from "./simulation/simulate";
import { readSampleState, reclaimSpace, type SampleState, writeSampleState } from "./stored/sampleStatus";
import { observedAssets } from "./stored/sampleTables";
import { seriesColumns, seriesText } from "./stored/seriesText";

/** Collects text and sends it in batches; one is in flight while the next is created. */
class TextQueue {
  private text = "";
  private keys: number[] = [];
  private underWay: Promise<void> = Promise.resolve();

  constructor(
    /** Length from which a batch is sent; a single added text is never split. */
    private readonly batchLetters: number,
    /** Receives one batch at a time. */
    private readonly send: (text: string, keys: readonly number[]) => Promise<void>,
  ) {}

  /** `key` identifies the owner of the text; the keys of a batch are sent with it. */
  async add(text: string, key: number): Promise<void> {
    if (text === "") return;
    this.text += text;
    this.keys.push(key);
    if (this.text.length >= this.batchLetters) await this.next();
  }

  /** Resolves when everything that was added has been sent. */
  async flush(): Promise<void> {
    await this.next();
    await this.underWay;
  }

  private async next(): Promise<void> {
    const { text, keys } = this;
    this.text = "";
    this.keys = [];
    await this.underWay;
    if (text === "") return;
    this.underWay = this.send(text, keys);
    // The next caller that awaits it receives the failure; until then it must not be an unhandled rejection.
    this.underWay.catch(() => undefined);
  }
}

/** Ids of sample rows lie between 10⁹ and 2·10⁹, so that they fit any integer column of 32 bits. */
const BASE = 1_000_000_000;
const SPAN = 1_000_000_000;

/**
 * Gives each key an id that follows from the key, so that a row keeps its id
 * from day to day. Two keys that fall on one id get neighbours.
 */
function createSampleIds(): (...key: readonly (string | number)[]) => number {
  const taken = new Set<number>();
  return (...key) => {
    const digest = createHash("sha256").update(JSON.stringify(key)).digest();
    let id = BASE + (digest.readUInt32BE(0) % SPAN);
    while (taken.has(id)) id++;
    taken.add(id);
    return id;
  };
}

/** Whether there are imported investments: sample ones are then left out. */
export async function hasImportedInvestments(store: MarketStore): Promise<boolean> {
  const { table } = investmentsResource;
  const written = await seeingWritten(store);
  return (await written.rows(`SELECT 1 FROM ${table} WHERE NOT is_sample LIMIT 1`)).length > 0;
}

export const DEFAULT_SAMPLE_SEED = 20_240_522;
export const SAMPLE_DAYS = 913;

/** Increment when the simulator produces different values: every asset is then rewritten. */
const REVISION = 9;
/** Characters of text per insert: some 200,000 observations, or 25,000 transactions. */
const SERIES_LETTERS = 2_000_000;
const TRANSACTION_LETTERS = 10_000_000;
/** Share of simulating and writing in the progress; deriving takes the rest. */
const WRITING_SHARE = 0.45;

export interface LoadSampleOptions {
  seed?: number;
  /** `YYYY-MM-DD`, UTC. The sample ends on the day before. */
  today: string;
  /** Days of a first load, including the last. */
  days?: number;
  /** Called with the completed share, from 0 to 1. */
  onProgress?: (share: number) => void;
}

/** Rows written in this run; zeros if there was nothing to do. */
export interface LoadSampleReport {
  observations: number;
  assets: number;
  transactions: number;
  pools: number;
  loans: number;
  investments: number;
  news: number;
}

/**
 * Extends the sample to yesterday. A second run on a day does nothing; one on a later day adds the days since
 * and publishes new ledger extracts instead of the present ones. Assets with real observations have no sample, and lose it without a
 * rewrite of the others; those whose catalog rows (or the seed) changed are rewritten. After an interruption,
 * the next run completes it: rows have the same keys, and the sample counts as loaded only when all of it is.
 */
export async function loadSample(
  store: MarketStore,
  catalog: CatalogIndex,
  { seed = DEFAULT_SAMPLE_SEED, today, days = SAMPLE_DAYS, onProgress }: LoadSampleOptions,
): Promise<LoadSampleReport> {
  const report = { observations: 0, assets: 0, transactions: 0, pools: 0, loans: 0, investments: 0, news: 0 };
  const endDate = isoOf(dayOf(today) - 1);
  const window = windowOf({ endDate, days });
  const before = await readSampleState(store);
  const real = await observedAssets(store, "real");
  const assets = catalog.assets.filter((asset) => !real.has(asset.id));
  const tokensOf = (asset: Asset) => catalog.tokensByAsset.get(asset.slug) ?? [];
  const hashes = new Map(assets.map((asset) => [asset.id, hashOf(asset, tokensOf(asset), seed)]));

  const reachesBack = before.from !== null && before.from <= isoOf(window.first);
  const isKept = (id: number) => reachesBack && before.assets[id] === hashes.get(id);
  const kept = new Set(assets.map((asset) => asset.id).filter(isKept));
  const isCurrent = before.upTo !== null && before.upTo >= endDate;
  const isComplete = before.phase === "done" && isCurrent && kept.size === assets.length;
  const gone = Object.keys(before.assets)
    .map(Number)
    .filter((id) => !kept.has(id));
  if (isComplete) {
    // The usual case after an import: the inputs of the other assets are unchanged, so they are not
    // rewritten.
    if (gone.length > 0) await leaveOut(store, { before, gone, today });
    onProgress?.(1);
    return report;
  }

  const loading: SampleState = {
    ...before,
    phase: "loading",
    seed,
    assets: Object.fromEntries([...kept].map((id) => [id, hashes.get(id) ?? ""])),
  };
  await writeSampleState(store, loading);
  const onDerive = ({ assetsDone, assetsTotal }: DeriveProgress) =>
    onProgress?.(WRITING_SHARE + (1 - WRITING_SHARE) * 0.95 * (assetsDone / Math.max(1, assetsTotal)));
  await commit(store, { today, onDerive }, async () => {
    const version = await nextRowVersion(store);
    const sourceId = await registerSource(store, { kind: "sample", label: "Sample data", isSample: true });
    const stale = [...(await observedAssets(store, "sample"))].filter((id) => !kept.has(id));
    if (stale.length > 0) {
      await markAssetsDirty(store, { assetIds: stale, version });
      await store.run("DELETE FROM observations WHERE is_sample AND asset_id IN {stale:Array(UInt32)}", {
        stale,
      });
    }
    // Before rows are written again: a start that is killed repeatedly must not fill the disk.
    const wasInterrupted = before.phase === "loading";
    if (wasInterrupted) await reclaimSpace(store);

    // Real and sample offerings are never in the same list.
    const hasOwnInvestments = await hasImportedInvestments(store);
    const editions = await startSampleEditions(store, { hasOwnInvestments });
    const written = (resource: Resource) => {
      return { sourceId, version, edition: editions[resource.table] ?? 0 };
    };
    const newId = createSampleIds();
    const rows: Record<"pools" | "loans" | "investments", LedgerRow[]> = {
      pools: [],
      loans: [],
      investments: [],
    };
    const news: NewsItem[] = [];
    const afterLast = before.upTo === null ? window.first : dayOf(before.upTo) + 1;

    await withScratchTables(store, { purpose: "sample", run: version }, async (scratch) => {
      const firstDay = (id: number) => (kept.has(id) ? afterLast : window.first);
      const observations = await observationQueue(store, { scratch, sourceId, version, firstDay });
      const transactions = new TextQueue(TRANSACTION_LETTERS, (text) =>
        store.insertTabSeparated(transactionsResource.table, ledgerColumns(transactionsResource), text),
      );
      for (const [index, asset] of assets.entries()) {
        const simulated = simulateAsset(asset, tokensOf(asset), { seed, endDate, days });
        const observed = seriesText(simulated, firstDay(asset.id));
        if (observed.rows > 0) report.assets++;
        report.observations += observed.rows;
        await observations.add(observed.text, asset.id);
        // Requests are served between two steps; simulating one asset is the longest of them.
        await nextTurn();
        const moves = simulateTransactions(simulated, { catalog, seed });
        report.transactions += moves.length;
        await transactions.add(
          ledgerText(transactionsResource, moves, written(transactionsResource)),
          asset.id,
        );
        const lending = lendingRows(simulated, { catalog, newId });
        rows.pools.push(...lending.pools);
        rows.loans.push(...lending.loans);
        if (!hasOwnInvestments) rows.investments.push(...offeringRows(simulated, { catalog, seed, newId }));
        news.push(...newsOf(simulated, { catalog, seed, newId }));
        onProgress?.(((index + 1) / assets.length) * WRITING_SHARE);
        await nextTurn();
      }
      await observations.flush();
      await transactions.flush();
    });

    const extracts: readonly (readonly [Resource, LedgerRow[]])[] = [
      [poolsResource, rows.pools],
      [loansResource, rows.loans],
      [investmentsResource, rows.investments],
      [newsResource, selectNews(news)],
    ];
    for (const [resource, extract] of extracts) {
      await store.insertTabSeparated(
        resource.table,
        ledgerColumns(resource),
        ledgerText(resource, extract, written(resource)),
      );
    }
    // The ledger is new even if no metric changes.
    await announceEditions(store, editions);
    if (wasInterrupted || stale.length > 0) await reclaimSpace(store);
    report.pools = rows.pools.length;
    report.loans = rows.loans.length;
    report.investments = rows.investments.length;
    report.news = Math.min(news.length, extracts[3]?.[1].length ?? 0);
  });
  await writeSampleState(store, {
    phase: "done",
    seed,
    from: kept.size > 0 && before.from !== null ? before.from : isoOf(window.first),
    upTo: before.upTo !== null && before.upTo > endDate ? before.upTo : endDate,
    assets: Object.fromEntries([...hashes].map(([id, hash]) => [id, hash])),
  });
  onProgress?.(1);
  return report;
}

/** The editions that a sample is written with, by table. */
export async function startSampleEditions(
  store: MarketStore,
  { hasOwnInvestments }: { hasOwnInvestments: boolean },
): Promise<Record<string, number>> {
  const editions: Record<string, number> = {};
  for (const { table } of ledgerResources) {
    if (table === investmentsResource.table && hasOwnInvestments) continue;
    editions[table] = await startEdition(store, table);
  }
  return editions;
}

/**
 * Removes assets from a complete sample: they now have real observations, or have left the catalog. After an
 * interruption, the next run completes it, since the state that names them is written last.
 */
async function leaveOut(
  store: MarketStore,
  { before, gone, today }: { before: SampleState; gone: readonly number[]; today: string },
): Promise<void> {
  await commit(store, { today }, async () => {
    await markAssetsDirty(store, { assetIds: gone, version: await nextRowVersion(store) });
    await store.run("DELETE FROM observations WHERE is_sample AND asset_id IN {gone:Array(UInt32)}", {
      gone,
    });
    await hideSampleOf(store, gone);
  });
  await reclaimSpace(store, ["observations", ...ledgerResources.map(({ table }) => table)]);
  const left = Object.entries(before.assets).filter(([id]) => !gone.includes(Number(id)));
  await writeSampleState(store, { ...before, assets: Object.fromEntries(left) });
}

/** Series are inserted into a table of arrays, which the engine unfolds into observations. */
async function observationQueue(
  store: MarketStore,
  {
    scratch,
    sourceId,
    version,
    firstDay,
  }: { scratch: Scratch; sourceId: number; version: number; firstDay: (assetId: number) => number },
): Promise<TextQueue> {
  const columns = Object.entries(seriesColumns).map((column) => column.join(" "));
  const table = await scratch.table("series", columns.join(", "), "token_id");
  return new TextQueue(SERIES_LETTERS, async (text, assetIds) => {
    // A fresh version: derivations since the start cleared marks with a higher version than that of the
    // start.
    await markAssetsDirty(store, {
      assetIds,
      from: (id) => isoOf(firstDay(id)),
      version: await nextRowVersion(store),
    });
    await store.run(`TRUNCATE TABLE ${table}`);
    await store.insertTabSeparated(table, Object.keys(seriesColumns), text);
    await store.run(
      `INSERT INTO observations (asset_id, token_id, metric_id, date, is_sample, value, source_id, version)
        SELECT asset_id, token_id, metric_id, first + place - 1, true, value, {sourceId:UInt32}, {version:UInt64}
        FROM ${table} ARRAY JOIN values AS value, arrayEnumerate(values) AS place WHERE NOT isNaN(value)`,
      { sourceId, version },
    );
  });
}

/** Hash of the inputs of an asset's values. */
function hashOf(asset: Asset, tokens: readonly Token[], seed: number): string {
  const sorted = [...tokens].sort((a, b) => a.id - b.id);
  return createHash("sha256")
    .update(JSON.stringify([REVISION, seed, asset, sorted]))
    .digest("hex")
    .slice(0, 16);
}
