import { createHash } from "node:crypto";
import { checkedRelations, checks, rules } from "#domain/checks";
import { metrics } from "#domain/metrics";
import { ASSET_LISTING_OFFSET, resourceByName } from "#domain/resources";
import { type MarketStore, readSetting } from "#stores";
import { assetBatches } from "../assetBatches";
import { announceDataVersion, moveAnnouncedVersion } from "../dataVersion";
import { type DaysOfAssets, dayOf } from "../derive/observedSeries";
import { FIRST_DAY } from "../derive/planSeries";
import { clearDueChecks, readDueChecks } from "../observations/dueChecks";
import { nextRowVersion } from "../rowVersion";
import { runExclusively } from "../runExclusively";
import { writeSetting } from "../settings";
import { tableExists } from "../tableExists";
import { findingsOfAssets, findingsOfTotals } from "./findFindings";
import { type Finding, mergeFindings, type OpenResult } from "./mergeFindings";
import { readNames, readOpen, resultRow, storedTime } from "./resultRows";

export interface ChecksReport {
  /** Assets that were checked. */
  assets: number;
  opened: number;
  resolved: number;
  /** Results that are open now. */
  open: number;
}

/** Increment when checks find something else: everything is then checked again. */
const REVISION = 3;

const SETTING = "checks_basis";
/** The largest id of a result so far: those of deleted results are not used again. */
const LAST_ID_SETTING = "checks_last_id";
/** Changed assets above which all totals are checked, instead of those that they are part of. */
const MOST_PARTIAL = 40;
const ROWS_PER_BATCH = 2_000_000;

const declared = JSON.stringify([
  REVISION,
  checks,
  rules,
  checkedRelations.map(({ part, whole }) => [part.id, whole.id]),
  metrics.map(({ id, least, most, plausibleChange, isPerUnit }) => [
    id,
    least,
    most,
    plausibleChange,
    isPerUnit,
  ]),
]);

/**
 * Checks the served figures that changed since the last run, and stores what was found or no longer is. Everything is
 * checked if a check was declared differently, or if the tokens or events of the catalog changed. A run that was killed
 * is completed by the next one.
 */
export function runChecks(store: MarketStore, now: Date = new Date()): Promise<ChecksReport> {
  return runExclusively(store, "checks", () => run(store, now));
}

async function run(store: MarketStore, now: Date): Promise<ChecksReport> {
  const due = await readDueChecks(store);
  const { basis, tokens, events } = await readBasis(store);
  const isWhole = (await readSetting(store, SETTING)) !== basis;
  const open = await readOpen(store);
  if (!isWhole && due === null) return { assets: 0, opened: 0, resolved: 0, open: open.length };
  const latest = dayOf((await readSetting(store, "derive_horizon")) ?? storedTime(now).slice(0, 10));
  const from = isWhole ? await servedAssets(store) : (due?.days ?? new Map<number, number>());
  const found: Finding[] = [];
  const isInCatalog = await readListings(store, tokens);
  for (const batch of await batchesOf(store, from)) {
    const ofBatch = await findingsOfAssets(store, { from: batch, latest, tokens, events });
    // Figures of what left the catalog stay stored, and are not shown.
    found.push(...ofBatch.filter(isInCatalog));
  }
  // Which groups the changed assets belong to, and belonged to, is not known of an open result.
  const hasOpenTotals = open.some(({ result }) => result.check === "parts_differ" && result.assetId === null);
  const checksAllTotals = isWhole || hasOpenTotals || from.size > MOST_PARTIAL || from.size === 0;
  const totalsOf = checksAllTotals ? null : [...from.keys()];
  found.push(...(await findingsOfTotals(store, { tokens, assets: totalsOf })));
  const checkedFrom = ({ check, assetId, last }: Finding): number | null => {
    if (check === "parts_differ") {
      const isChecked = totalsOf === null || (assetId !== null && totalsOf.includes(assetId));
      return isChecked ? FIRST_DAY : null;
    }
    // Prices are stale while they are current.
    if (check === "stale_price" && last < latest) return FIRST_DAY;
    if (assetId === null) return null;
    // The last reading decides, whatever its day.
    if (check === "supply_differs" && from.has(assetId)) return FIRST_DAY;
    return from.get(assetId) ?? (isWhole ? FIRST_DAY : null);
  };
  const merged = mergeFindings({ open: open.map(({ result }) => result), found, checkedFrom });
  await storeResults(store, { open, merged, now, isWhole });
  const version = await nextRowVersion(store);
  if (isWhole) await writeSetting(store, { name: SETTING, value: basis, version });
  if (due !== null) await clearDueChecks(store, due);
  return {
    assets: from.size,
    opened: merged.opened.length,
    resolved: merged.resolved.length,
    open: merged.kept.length + merged.opened.length,
  };
}

interface Basis {
  /** Hash of what checks depend on, other than the figures. */
  basis: string;
  tokens: string | null;
  /** Days with incidents and corporate actions of each asset, in days since 1970. */
  events: ReadonlyMap<number, readonly number[]>;
}

const tableOf = (resource: string): string => resourceByName(resource)?.table ?? `dim_${resource}`;

async function readBasis(store: MarketStore): Promise<Basis> {
  const [tokensTable, evidenceTable] = [tableOf("tokens"), tableOf("evidence")];
  const tokens = (await tableExists(store, tokensTable)) ? tokensTable : null;
  const [hashed] =
    tokens === null
      ? []
      : await store.rows<{ hash: string }>(
          `SELECT toString(sum(cityHash64(id, asset_id, ifNull(network_id, 0), name, asset_slug))) AS hash FROM ${tokens}`,
        );
  const rows = (await tableExists(store, evidenceTable))
    ? await store.compactRows<[number, number]>(
        `SELECT asset_id, toInt32(assumeNotNull(date)) FROM ${evidenceTable}
          WHERE kind IN ('incident', 'corporate_action') AND state = 'known' AND date IS NOT NULL ORDER BY asset_id, date`,
      )
    : [];
  const events = new Map<number, number[]>();
  for (const [asset, day] of rows) events.set(asset, [...(events.get(asset) ?? []), day]);
  const basis = createHash("sha256")
    .update(JSON.stringify([declared, hashed?.hash ?? "", rows]))
    .digest("hex");
  return { basis, tokens, events };
}

/** Whether a finding is about an asset or token of the catalog. */
async function readListings(
  store: MarketStore,
  tokens: string | null,
): Promise<(finding: Pick<Finding, "type" | "entityId">) => boolean> {
  if (tokens === null) return () => true;
  const rows = await store.compactRows<[listing: number]>(`SELECT id FROM ${tokens}`);
  const listings = new Set(rows.map(([id]) => id));
  return ({ type, entityId }) => listings.has(type === "asset" ? ASSET_LISTING_OFFSET + entityId : entityId);
}

async function servedAssets(store: MarketStore): Promise<DaysOfAssets> {
  const rows = await store.compactRows<[number]>("SELECT DISTINCT asset_id FROM daily_metrics");
  return new Map(rows.map(([id]) => [id, FIRST_DAY]));
}

/** The assets in batches whose rows fit into memory. */
async function batchesOf(store: MarketStore, from: DaysOfAssets): Promise<DaysOfAssets[]> {
  // A few days of every asset are read at once, and in one pass over the tables.
  const inFull = [...from].filter(([, day]) => day <= FIRST_DAY).map(([id]) => id);
  const rest = [...from].filter(([, day]) => day > FIRST_DAY);
  const batches = rest.length === 0 ? [] : [new Map(rest)];
  if (inFull.length === 0) return batches;
  const rows = await store.compactRows<[number, string]>(
    "SELECT asset_id, count() FROM daily_metrics WHERE asset_id IN {inFull:Array(UInt32)} GROUP BY asset_id",
    { inFull },
  );
  const counts = rows.map(([assetId, count]) => ({ assetId, rows: Number(count) }));
  for (const assets of assetBatches(counts, ROWS_PER_BATCH)) {
    batches.push(new Map(assets.map((id) => [id, FIRST_DAY])));
  }
  return batches;
}

interface StoreRequest {
  open: Awaited<ReturnType<typeof readOpen>>;
  merged: ReturnType<typeof mergeFindings>;
  now: Date;
  /** Whether names of subjects can have changed. */
  isWhole: boolean;
}

/** Writes the rows that differ, in one insert: a reader sees all results of a run or none. */
async function storeResults(store: MarketStore, { open, merged, now, isWhole }: StoreRequest): Promise<void> {
  const before = new Map(open.map(({ result, row }) => [result.id, { result, row }]));
  const isSame = (result: OpenResult) =>
    JSON.stringify(before.get(result.id)?.result) === JSON.stringify(result);
  const changed = isWhole ? merged.kept : merged.kept.filter((result) => !isSame(result));
  const namesOf = await readNames(store, [...changed, ...merged.opened]);
  const time = storedTime(now);
  let id = merged.opened.length === 0 ? 0 : await lastId(store);
  const rows = [
    ...changed
      .map((result) =>
        resultRow(result, { namesOf, since: String(before.get(result.id)?.row.since), resolved: null }),
      )
      .filter((row) => JSON.stringify(row) !== JSON.stringify(inOrder(before.get(Number(row.id))?.row, row))),
    ...merged.opened.map((finding) => {
      id += 1;
      return resultRow({ ...finding, id }, { namesOf, since: time, resolved: null });
    }),
    ...merged.resolved
      .filter(({ isSample }) => !isSample)
      .flatMap((result) => {
        const row = before.get(result.id)?.row;
        return row === undefined ? [] : [{ ...row, state: "resolved", resolved: time }];
      }),
  ];
  // Results about sample figures have no history.
  const ended = merged.resolved.filter(({ isSample }) => isSample).map((result) => result.id);
  if (rows.length === 0 && ended.length === 0) return;
  await announceDataVersion(store);
  if (ended.length > 0) await store.run("DELETE FROM checks WHERE id IN {ended:Array(UInt32)}", { ended });
  const version = await nextRowVersion(store);
  if (merged.opened.length > 0)
    await writeSetting(store, { name: LAST_ID_SETTING, value: String(id), version });
  await store.insert(
    "checks",
    rows.map((row) => ({ ...row, version })),
  );
  await moveAnnouncedVersion(store);
}

/** The same row with its columns in the order of another one. */
const inOrder = (row: object | undefined, like: object): object =>
  Object.fromEntries(
    Object.keys(like).map((name) => [name, (row as Record<string, unknown> | undefined)?.[name]]),
  );

async function lastId(store: MarketStore): Promise<number> {
  const [row] = await store.compactRows<[number | null]>("SELECT maxOrNull(id) FROM checks");
  return Math.max(row?.[0] ?? 0, Number((await readSetting(store, LAST_ID_SETTING)) ?? 0));
}
