import { CARRY_DAYS, type Metric, metrics } from "#domain/metrics";
import { ASSET_LISTING_OFFSET, resourceByName } from "#domain/resources";
import {
  ENTITY_KEY,
  type MarketStore,
  type Publication,
  publishedRows,
  readSetting,
  withReplacedEntities,
} from "#stores";
import type { Scratch } from "../scratchTables";
import { writeSetting } from "../settings";
import { tableExists } from "../tableExists";
import { latestDays, type MetricDays } from "./deriveBatch";
import {
  changedFirstsSql,
  DAILY,
  FIGURE,
  FIRST_COLUMNS,
  type FigureTables,
  insertFigures,
  LOOKED_COLUMNS,
  repairReported,
  STORED,
  VALUES,
} from "./entityFigures";
import {
  DAY_COLUMNS,
  entityMetricsSql,
  FIGURE_COLUMNS,
  firstAndLastSql,
  groupColumns,
  MEMBER_COLUMNS,
  membersSql,
} from "./entityMetricsSql";
import { type DaysOfAssets, dateOf, dayOf } from "./observedSeries";
import { FIRST_DAY } from "./planSeries";

/** Hash of the groups that tokens belong to. */
const SETTING = "entity_members";

const TOKENS_TABLE = resourceByName("tokens")?.table ?? "dim_tokens";

export const ENTITY_ROW = `entity_type, entity_id, metric_id, as_of, first_day, reported, ${VALUES}, is_sample`;
/** A hash over a null is null, so nulls are hashed as distinct values. */
const HASHED = ENTITY_ROW.replaceAll(
  /(w_)?val(_\d+d)?/g,
  (column) => `isNull(${column}), ifNull(${column}, 0)`,
);

export interface EntityJob {
  scratch: Scratch;
  /** Of the rows to write. */
  version: number;
  /** Called before rows are written. */
  startWriting: () => Promise<void>;
  /** What is served. */
  before: Publication;
  /** The daily rows that are published next. */
  daily: Publication["daily"];
  /** First day of each asset with other daily rows than before, in days since 1970; null: compute everything. */
  changed: DaysOfAssets | null;
  /** Days of metrics in each compared batch; null where they are not known. */
  metricDays: readonly (MetricDays | null)[];
  /** Asset of each listing that has observations, or had them. */
  assetOf: ReadonlyMap<number, number>;
  /** Last observed day. */
  horizon: string;
}

export interface DerivedEntities {
  /** What is published next; null if no row differs. */
  entities: Publication["entities"] | null;
  /** Records the groups that tokens belong to. Call it once the rows are published. */
  saveMembers: () => Promise<void>;
}

/** Recomputes `entity_metrics` after daily rows changed: the rows of entities whose figures can differ. */
export async function deriveEntityMetrics(served: MarketStore, job: EntityJob): Promise<DerivedEntities> {
  const { before, daily, version } = job;
  const store = served.seeing(publishedRows({ ...before, upTo: version, daily }));
  const members = await hashMembers(store);
  const [known] = await store.rows(`SELECT 1 FROM ${STORED} LIMIT 1`);
  const isWhole =
    job.changed === null || known === undefined || members !== (await readSetting(store, SETTING));
  const entities =
    isWhole || job.changed === null
      ? await recomputeAll(store, job)
      : await recomputeChanged(store, { ...job, changed: job.changed });
  return {
    entities,
    saveMembers: async () => {
      if (isWhole) await writeSetting(store, { name: SETTING, value: members, version });
    },
  };
}

/** Whether tokens belong to other groups than when the latest values were computed. */
export const haveMembersChanged = async (store: MarketStore): Promise<boolean> =>
  (await hashMembers(store)) !== (await readSetting(store, SETTING));

export async function hashMembers(store: MarketStore): Promise<string> {
  if (!(await tableExists(store, TOKENS_TABLE))) return "none";
  const columns = ["id", "asset_id", ...groupColumns].map((column) => `toString(${column})`);
  const [row] = await store.rows<{ hash: string }>(
    `SELECT toString(sum(cityHash64([${columns.map((column) => `ifNull(${column}, '')`).join(", ")}]))) AS hash FROM ${TOKENS_TABLE}`,
  );
  return row?.hash ?? "none";
}

interface Tables extends FigureTables {
  members: string;
  next: string;
}

const makeTables = async (scratch: Scratch): Promise<Tables> => ({
  members: await scratch.table("members", MEMBER_COLUMNS, "(token_id, entity_type, entity_id)"),
  days: await scratch.table("days", DAY_COLUMNS, "metric_id"),
  looked: await scratch.table("looked", LOOKED_COLUMNS, "(token_id, metric_id)"),
  figures: await scratch.table("figures", FIGURE_COLUMNS, "(token_id, metric_id)"),
  next: await scratch.copyOf("entities", "entity_metrics"),
});

const tokensTable = async (store: MarketStore): Promise<string | null> =>
  (await tableExists(store, TOKENS_TABLE)) ? TOKENS_TABLE : null;

/** Computes every row from the daily rows. */
async function recomputeAll(store: MarketStore, job: EntityJob): Promise<Publication["entities"] | null> {
  const { newest, ...tables } = await computeEntities(store, job);
  return withNewest(await replaceAll(store, tables, job), newest);
}

/** Records the newest days with the rows, so that the next change need not look for them. */
const withNewest = (entities: Publication["entities"] | null, newest: ReadonlyMap<number, number>) =>
  entities === null ? null : { ...entities, newest: Object.fromEntries(newest) };

/**
 * Computes every row of `entity_metrics` from the daily rows that the store sees, into a scratch table (`next`).
 * @param job.horizon last observed day
 */
export async function computeEntities(
  store: MarketStore,
  { scratch, horizon, version }: Pick<EntityJob, "scratch" | "horizon" | "version">,
): Promise<Tables & { newest: ReadonlyMap<number, number> }> {
  const tables = await makeTables(scratch);
  const listings = "SELECT asset_id, token_id FROM daily_metrics GROUP BY asset_id, token_id";
  await store.run(
    `INSERT INTO ${tables.members} ${membersSql({ listings, tokens: await tokensTable(store) })}`,
  );
  const newest = await readNewest(store, horizon);
  const now = daysOfNow(newest);
  await insertDays(store, tables.days, now);
  await insertFigures(store, {
    tables,
    newest: now,
    where: "true",
    weighedWhere: "true",
    firsts: firstAndLastSql({ daily: DAILY, where: "true" }),
  });
  await insertNext(store, tables, version);
  return { ...tables, newest };
}

/** Computes the rows that can differ, from stored rows of listings and from the daily rows that changed. */
async function recomputeChanged(
  store: MarketStore,
  job: EntityJob & { changed: DaysOfAssets },
): Promise<Publication["entities"] | null> {
  const { scratch, changed, assetOf, horizon } = job;
  const newest = changedNewest(job) ?? (await readNewest(store, horizon));
  const now = daysOfNow(newest);
  const stored = await store.compactRows<[number, number]>(
    `SELECT metric_id, toInt32(any(as_of)) FROM ${STORED} WHERE entity_type = 'token' GROUP BY metric_id`,
  );
  const moved = stored.flatMap(([id, day]) => (now.get(id) === day ? [] : [id]));
  if (changed.size === 0 && moved.length === 0) return null;
  const tables = await makeTables(scratch);
  await insertDays(store, tables.days, now);
  const touched = await touchedListings(store, { changed, assetOf });
  const assets = [...changed.keys()];
  const parameters = {
    assets,
    firstDays: [...changed.values()],
    listings: [...touched.keys()],
    listingDays: [...touched.values()],
    first: dateOf([...changed.values()].reduce((least, day) => Math.min(least, day), dayOf(horizon))),
    moved,
  };
  const isPartial = moved.length === 0;
  await insertMembers(store, { members: tables.members, isPartial, assets, assetOf });
  const firsts = await scratch.table("firsts", FIRST_COLUMNS, "(token_id, metric_id)");
  await store.run(`INSERT INTO ${firsts} ${changedFirstsSql}`, parameters);
  await repairReported(store, { firsts, parameters });
  await insertFigures(store, {
    tables,
    newest: now,
    where: "(metric_id IN {moved:Array(UInt32)} OR asset_id IN {assets:Array(UInt32)})",
    weighedWhere: isPartial ? "asset_id IN {assets:Array(UInt32)}" : "true",
    firsts: `SELECT metric_id, token_id, first_day, reported, is_sample FROM ${firsts}
      UNION ALL SELECT metric_id, entity_id, first_day, reported, is_sample FROM ${STORED}
      WHERE entity_type = 'token' AND metric_id IN {moved:Array(UInt32)} AND entity_id NOT IN {listings:Array(UInt32)}`,
    parameters,
  });
  // The figures of the other members.
  await store.run(
    `INSERT INTO ${tables.figures} (${FIGURE})
      SELECT metric_id, entity_id, as_of, first_day, reported, is_sample, ${VALUES} FROM ${STORED}
      WHERE entity_type = 'token' AND entity_id NOT IN {listings:Array(UInt32)}
        AND metric_id NOT IN {moved:Array(UInt32)}
        ${isPartial ? `AND entity_id IN (SELECT token_id FROM ${tables.members})` : ""}`,
    parameters,
  );
  await insertNext(store, tables, job.version);
  return withNewest(
    await (isPartial ? replaceEntities(store, tables, job) : replaceAll(store, tables, job)),
    newest,
  );
}

/** The newest day of each metric after a change; null where it has to be read from the daily rows. */
function changedNewest({ before, metricDays }: EntityJob): ReadonlyMap<number, number> | null {
  const { newest } = before.entities;
  if (newest === undefined) return null;
  const lists = [Object.entries(newest).map(([id, day]): [number, number] => [Number(id), day])];
  for (const days of metricDays) {
    if (days === null || days.lost.size > 0) return null;
    lists.push([...days.newest]);
  }
  return latestDays(lists);
}

/** The newest day of each metric with daily rows of the last three weeks, or with any if there are none of two. */
async function readNewest(store: MarketStore, horizon: string): Promise<ReadonlyMap<number, number>> {
  const last = dayOf(horizon);
  const read = async (from: number) =>
    new Map(
      await store.compactRows<[number, number]>(
        `SELECT metric_id, toInt32(max(date)) FROM ${DAILY} WHERE date >= {from:Date32} GROUP BY metric_id`,
        { from: dateOf(from) },
      ),
    );
  const recent = await read(last - 3 * CARRY_DAYS);
  return latestOf(recent) < last - 2 * CARRY_DAYS ? read(FIRST_DAY) : recent;
}

const latestOf = (newest: ReadonlyMap<number, number>): number =>
  [...newest.values()].reduce((latest, day) => Math.max(latest, day), Number.NEGATIVE_INFINITY);

/** The day that is now for each metric, in days since 1970. */
function daysOfNow(newest: ReadonlyMap<number, number>): ReadonlyMap<number, number> {
  const latest = latestOf(newest);
  const dayOfMetric = (id: number) => {
    const day = newest.get(id) ?? Number.NEGATIVE_INFINITY;
    return day + CARRY_DAYS >= latest ? day : latest;
  };
  return Number.isFinite(latest) ? new Map(metrics.map(({ id }) => [id, dayOfMetric(id)])) : new Map();
}

const insertDays = (store: MarketStore, days: string, newest: ReadonlyMap<number, number>): Promise<void> =>
  store.insertTabSeparated(
    days,
    ["metric_id", "newest"],
    [...newest].map(([id, day]) => `${id}\t${dateOf(day)}\n`).join(""),
  );

/** The listings of changed assets, with the first changed day. */
async function touchedListings(
  store: MarketStore,
  { changed, assetOf }: Pick<EntityJob, "assetOf"> & { changed: DaysOfAssets },
): Promise<DaysOfAssets> {
  const tokens = await tokensTable(store);
  const inCatalog =
    tokens === null
      ? []
      : await store.compactRows<[number, number]>(
          `SELECT id, asset_id FROM ${tokens} WHERE asset_id IN {assets:Array(UInt32)}`,
          { assets: [...changed.keys()] },
        );
  const wholes = [...changed.keys()].map((id): [number, number] => [ASSET_LISTING_OFFSET + id, id]);
  const touched = new Map<number, number>();
  for (const [listing, asset] of [...wholes, ...inCatalog, ...assetOf]) {
    const day = changed.get(asset);
    if (day !== undefined) touched.set(listing, day);
  }
  return touched;
}

async function insertMembers(
  store: MarketStore,
  {
    members,
    isPartial,
    assets,
    assetOf,
  }: { members: string; isPartial: boolean; assets: readonly number[]; assetOf: EntityJob["assetOf"] },
): Promise<void> {
  const tokens = await tokensTable(store);
  const among = isPartial ? "WHERE asset_id IN {assets:Array(UInt32)}" : "";
  const known = [...assetOf].filter(([, asset]) => !isPartial || assets.includes(asset));
  const listings = [
    `SELECT asset_id, token_id FROM observed_series ${among}`,
    `SELECT asset_id, ${ASSET_LISTING_OFFSET} + asset_id FROM observed_series ${among}`,
    "SELECT pair.1, pair.2 FROM (SELECT arrayJoin(arrayZip({ofAssets:Array(UInt32)}, {known:Array(UInt32)})) AS pair)",
    `SELECT asset, ${ASSET_LISTING_OFFSET} + asset FROM (SELECT arrayJoin({assets:Array(UInt32)}) AS asset)`,
    ...(tokens === null ? [] : [`SELECT asset_id, id FROM ${tokens} ${among}`]),
  ].join(" UNION DISTINCT ");
  await store.run(`INSERT INTO ${members} ${membersSql({ listings, tokens, among: isPartial })}`, {
    assets,
    known: known.map(([listing]) => listing),
    ofAssets: known.map(([, asset]) => asset),
  });
}

/** Combines the figures of each entity's listings. */
async function insertNext(
  store: MarketStore,
  { figures, members, next }: Tables,
  version: number,
): Promise<void> {
  const rows = await store.compactRows<[number]>(`SELECT DISTINCT metric_id FROM ${figures}`);
  const ids = new Set(rows.map(([id]) => id));
  const known: readonly Metric[] = metrics.filter(({ id }) => ids.has(id));
  if (known.length === 0) return;
  await store.run(
    `INSERT INTO ${next} (${ENTITY_ROW}, version) SELECT ${ENTITY_ROW}, ${version} FROM (${entityMetricsSql({ figures, members, known })})`,
  );
}

type Writing = Pick<EntityJob, "version" | "before" | "startWriting">;

/** Writes every row into a new edition. */
async function replaceAll(
  store: MarketStore,
  { next }: Tables,
  { version, before, startWriting }: Writing,
): Promise<Publication["entities"] | null> {
  const digest = (table: string) => `(SELECT (count(), sum(cityHash64(${HASHED}))) FROM ${table})`;
  const [compared] = await store.rows<{ same: number }>(`SELECT ${digest(next)} = ${digest(STORED)} AS same`);
  if (compared?.same === 1) return null;
  const edition = before.entities.edition + 1;
  await startWriting();
  await store.run(
    `INSERT INTO entity_metrics (${ENTITY_ROW}, version, edition) SELECT ${ENTITY_ROW}, ${version}, ${edition} FROM ${next}`,
  );
  return { edition, replaced: [] };
}

/** Replaced entities above which all rows are written again: every statement evaluates them. */
const MOST_REPLACED = 60;

/** Writes the rows of the entities in `members` that have different ones. */
async function replaceEntities(
  store: MarketStore,
  { next, members }: Tables,
  { version, before, startWriting }: Writing,
): Promise<Publication["entities"] | null> {
  const key = "entity_type, entity_id, metric_id";
  const stored = `SELECT ${key}, cityHash64(${HASHED}) AS hash FROM ${STORED}
    WHERE (entity_type, entity_id) IN (SELECT entity_type, entity_id FROM ${members})`;
  const computed = `SELECT ${key}, cityHash64(${HASHED}) AS hash FROM ${next}`;
  const rows = await store.rows<{ id: number; key: string }>(
    `SELECT entity_id AS id, toString(any(${ENTITY_KEY})) AS key FROM (
      SELECT ${key}, hash FROM (${stored} UNION ALL ${computed}) GROUP BY ${key}, hash HAVING count() = 1
    ) GROUP BY entity_type, entity_id`,
  );
  if (rows.length === 0) return null;
  const { edition, replaced } = before.entities;
  const after = withReplacedEntities(
    replaced,
    rows.map((entity) => ({ ...entity, before: version })),
  );
  const isChanged = `${ENTITY_KEY} IN (${rows.map((entity) => entity.key).join(", ")})`;
  const isRewritten = after.length > MOST_REPLACED;
  const to = isRewritten ? edition + 1 : edition;
  await startWriting();
  await store.run(
    `INSERT INTO entity_metrics (${ENTITY_ROW}, version, edition)
      SELECT ${ENTITY_ROW}, ${version}, ${to} FROM ${next} WHERE ${isChanged}
      ${isRewritten ? `UNION ALL SELECT ${ENTITY_ROW}, ${version}, ${to} FROM ${STORED} WHERE NOT ${isChanged}` : ""}`,
  );
  return { edition: to, replaced: isRewritten ? [] : after };
}
