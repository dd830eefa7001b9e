/**
 * Figures of assets and tokens that are not in the catalog. They stay stored under their ids, are not shown, and return
 * with their rows.
 */
import { addsUp, metrics } from "#domain/metrics";
import { ASSET_LISTING_OFFSET, type CatalogIndex } from "#domain/resources";
import { formatCount } from "#domain/text";
import { type MarketStore, readSetting, type StatementReader } from "#stores";
import { tableExists } from "../tableExists";
import { CATALOG_IDS_SETTING } from "./catalogIds";

/** An asset as a whole or a token, with its stored figures. */
export interface StoredListing {
  kind: "asset" | "token";
  /** Of the row in the catalog. */
  id: number;
  assetId: number;
  /** Slug of the asset, and for a token its id: `acme`, `acme, token 100201`. */
  name: string;
  figures: number;
  metrics: number;
  /** `YYYY-MM-DD`. */
  firstDay: string;
  lastDay: string;
  /** Names of files and feeds, at most three. */
  files: string[];
}

/** Change of a total over all assets. */
export interface TotalChange {
  /** Slug and label of the metric, and its unit. */
  metric: string;
  label: string;
  unit: string;
  before: number;
  after: number;
}

/** What a catalog does to stored figures. */
export interface CatalogChange {
  /** No longer in the catalog, with figures that are shown no longer. */
  removed: StoredListing[];
  /** In the catalog again, with figures that are shown again. */
  returned: StoredListing[];
}

const listingsOf = ({ assets, tokens }: Pick<CatalogIndex, "assets" | "tokens">): Set<number> =>
  new Set([...assets.map(({ id }) => ASSET_LISTING_OFFSET + id), ...tokens.map(({ id }) => id)]);

async function storedListings(store: StatementReader): Promise<Set<number>> {
  const rows = await store.compactRows<[number]>(
    `SELECT toUInt32(id + ${ASSET_LISTING_OFFSET}) FROM dim_assets
      UNION ALL SELECT id FROM dim_tokens WHERE NOT is_asset_level`,
  );
  return new Set(rows.map(([id]) => id));
}

/** Compares a catalog that is about to be loaded with the one that is stored. Stores nothing. */
export async function catalogChange(store: MarketStore, catalog: CatalogIndex): Promise<CatalogChange> {
  if (!(await tableExists(store, "dim_assets")) || !(await tableExists(store, "dim_tokens"))) {
    return { removed: [], returned: [] };
  }
  const [before, after] = [await storedListings(store), listingsOf(catalog)];
  const found = await figuresOf(store, (listing) => before.has(listing) !== after.has(listing));
  const isPresent = ({ kind, id }: StoredListing) =>
    after.has(kind === "asset" ? ASSET_LISTING_OFFSET + id : id);
  return { removed: found.filter((one) => !isPresent(one)), returned: found.filter(isPresent) };
}

/** Stored reported figures of assets and tokens that are not in the catalog, the most first. */
export async function figuresOutsideCatalog(store: StatementReader): Promise<StoredListing[]> {
  const present = await storedListings(store);
  return figuresOf(store, (listing) => !present.has(listing));
}

async function figuresOf(
  store: StatementReader,
  isMeant: (listingId: number) => boolean,
): Promise<StoredListing[]> {
  const observed = await store.compactRows<[number]>(
    "SELECT DISTINCT token_id FROM observations WHERE NOT is_sample",
  );
  const listings = observed.map(([id]) => id).filter(isMeant);
  if (listings.length === 0) return [];
  const rows = await store.compactRows<[number, number, string, string, string, string, string[]]>(
    `SELECT asset_id, token_id, count() AS n, uniqExact(metric_id), toString(min(date)), toString(max(date)),
        groupUniqArray(3)(file)
      FROM (SELECT * FROM observations FINAL WHERE NOT is_sample AND token_id IN {listings:Array(UInt32)}) AS o
      LEFT JOIN (
        SELECT id AS source_id, if(ifNull(file_name, '') = '', label, assumeNotNull(file_name)) AS file FROM sources FINAL
      ) AS s USING (source_id)
      GROUP BY asset_id, token_id ORDER BY n DESC, asset_id, token_id`,
    { listings },
  );
  const names = JSON.parse((await readSetting(store, CATALOG_IDS_SETTING)) ?? "{}") as Record<string, string>;
  return rows.map(([assetId, listingId, n, metricCount, firstDay, lastDay, files]): StoredListing => {
    const isAsset = listingId >= ASSET_LISTING_OFFSET;
    const asset = names[`assets/${assetId}`] ?? `asset ${assetId}`;
    return {
      kind: isAsset ? "asset" : "token",
      id: isAsset ? assetId : listingId,
      assetId,
      name: isAsset ? asset : `${asset}, token ${listingId}`,
      figures: Number(n),
      metrics: Number(metricCount),
      firstDay,
      lastDay,
      files: files.sort(),
    };
  });
}

/** Totals over all assets by metric id, of the metrics that add up. */
export async function readTotals(store: StatementReader): Promise<ReadonlyMap<number, number>> {
  const ids = metrics.filter(addsUp).map(({ id }) => id);
  const rows = await store.compactRows<[number, number]>(
    `SELECT metric_id, sum(val) FROM entity_metrics
      WHERE entity_type = 'asset' AND val IS NOT NULL AND metric_id IN {ids:Array(UInt32)} GROUP BY metric_id`,
    { ids },
  );
  return new Map(rows);
}

/** Sums of floats in another order differ in their last digits. */
const ROUNDING = 1e-9;

/** The totals that differ, the largest change as a share first. */
export function totalChanges(
  before: ReadonlyMap<number, number>,
  after: ReadonlyMap<number, number>,
): TotalChange[] {
  return metrics
    .filter(({ id }) => before.has(id) || after.has(id))
    .map(({ id, slug, label, unit }) => ({
      metric: slug,
      label,
      unit,
      before: before.get(id) ?? 0,
      after: after.get(id) ?? 0,
    }))
    .filter((one) => Math.abs(one.after - one.before) > ROUNDING * Math.abs(one.before))
    .sort((a, b) => shareOf(b) - shareOf(a) || (a.metric < b.metric ? -1 : 1));
}

const shareOf = ({ before, after }: TotalChange) =>
  before === 0 ? Number.POSITIVE_INFINITY : Math.abs(after / before - 1);

/** Maximum number of assets and tokens, and of totals, in a report. */
const SHOWN = 10;

/** What a catalog does to stored figures, as text; empty if nothing. */
export function catalogChangeSummary(
  { removed, returned }: CatalogChange,
  { isDone, totals = [] }: { isDone: boolean; totals?: readonly TotalChange[] },
): string {
  const lines: string[] = [];
  const list = (listings: readonly StoredListing[]) => {
    lines.push(...listings.slice(0, SHOWN).map(listingLine));
    if (listings.length > SHOWN)
      lines.push(`  and ${(listings.length - SHOWN).toLocaleString("en-US")} more`);
  };
  if (removed.length > 0) {
    const [are, show] = isDone
      ? ["no longer in", "are not shown any more"]
      : ["missing from", "would not be shown any more"];
    lines.push(
      `With imported figures, but ${are} the catalog: ${countOf(removed)}. These figures stay stored and ${show}; they return with the rows of the same ids:`,
    );
    list(removed);
  }
  if (returned.length > 0) {
    lines.push(
      `In the catalog again: ${countOf(returned)}. Their stored figures ${isDone ? "are" : "would be"} shown again:`,
    );
    list(returned);
  }
  if (totals.length > 0) {
    lines.push("Totals over all assets, before and after:");
    lines.push(
      ...totals.slice(0, SHOWN).map(({ metric, before, after }) => `  ${metric}: ${before} → ${after}`),
    );
    if (totals.length > SHOWN) lines.push(`  and ${totals.length - SHOWN} more`);
  }
  return lines.join("\n");
}

const countOf = (listings: readonly StoredListing[]) =>
  formatCount(listings.length, "asset or token", "assets and tokens");

/** `  acme (asset 100101): 11 figures of 2 metrics, 2024-01-01 to 2024-01-11, from acme.csv`. */
export function listingLine({ kind, id, name, ...of }: StoredListing): string {
  const days = of.firstDay === of.lastDay ? of.firstDay : `${of.firstDay} to ${of.lastDay}`;
  return `  ${name} (${kind} ${id}): ${formatCount(of.figures, "figure")} of ${formatCount(of.metrics, "metric")}, ${days}, from ${of.files.join(", ")}`;
}
