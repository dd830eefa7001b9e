/**
 * Marks of observations that an administrator has declared wrong (table `superseded_values`). A marked observation is set
 * aside: its row is kept with the mark and is not among the observations, so that nothing derives from it.
 */
import type { MarketStore, Row, SqlParameters, StatementReader } from "#stores";
import { nextRowVersion } from "../rowVersion";

/** What identifies an observation of a provider. */
export interface ValueKey {
  assetId: number;
  listingId: number;
  metricId: number;
  /** `YYYY-MM-DD`. */
  date: string;
  /** As stored in rows. */
  provider: string;
}

export interface ValueMark extends ValueKey {
  id: number;
  value: number;
  reason: string;
  /** A user's id, or `operator (alice)` for a command. */
  markedBy: string;
  /** How readers see who marked it. */
  signature: string;
  /** UTC, ISO 8601. */
  markedAt: string;
  /** Null while the mark is in force. */
  liftedBy: string | null;
  liftedAt: string | null;
  /** Whether the observation is set aside here. Otherwise it is stored no longer, or stored again. */
  isSetAside: boolean;
  /** The file or feed that reported it, and the version of its row. */
  sourceId: number;
  observed: number;
}

const COLUMNS = `id, asset_id, token_id, metric_id, toString(date) AS day, provider, value, reason, marked_by, signature,
  marked_at, lifted_by, lifted_at, is_set_aside, source_id, observed`;

interface MarkRow {
  id: string;
  asset_id: number;
  token_id: number;
  metric_id: number;
  day: string;
  provider: string;
  value: number;
  reason: string;
  marked_by: string;
  signature: string;
  marked_at: string;
  lifted_by: string;
  lifted_at: string | null;
  is_set_aside: boolean;
  source_id: number;
  observed: string;
}

const isoTime = (time: string) => `${time.replace(" ", "T")}Z`;
const storedTime = (time: string) => time.replace("T", " ").replace("Z", "");

/** Marks that meet a condition on the columns of the table, newest first. */
export async function readMarks(
  store: StatementReader,
  condition = "true",
  parameters: SqlParameters = {},
): Promise<ValueMark[]> {
  const rows = await store.rows<MarkRow>(
    `SELECT ${COLUMNS} FROM superseded_values FINAL WHERE ${condition} ORDER BY id DESC`,
    parameters,
  );
  return rows.map((row) => ({
    id: Number(row.id),
    assetId: row.asset_id,
    listingId: row.token_id,
    metricId: row.metric_id,
    date: row.day,
    provider: row.provider,
    value: row.value,
    reason: row.reason,
    markedBy: row.marked_by,
    signature: row.signature,
    markedAt: isoTime(row.marked_at),
    liftedBy: row.lifted_by === "" ? null : row.lifted_by,
    liftedAt: row.lifted_at === null ? null : isoTime(row.lifted_at),
    isSetAside: row.is_set_aside,
    sourceId: row.source_id,
    observed: Number(row.observed),
  }));
}

/** Stores marks, in place of earlier versions of the same ids. */
export async function writeMarks(store: MarketStore, marks: readonly ValueMark[]): Promise<void> {
  if (marks.length === 0) return;
  const version = await nextRowVersion(store);
  await store.insert(
    "superseded_values",
    marks.map(
      (mark): Row => ({
        id: mark.id,
        is_set_aside: mark.isSetAside,
        lifted_by: mark.liftedBy ?? "",
        asset_id: mark.assetId,
        token_id: mark.listingId,
        metric_id: mark.metricId,
        date: mark.date,
        is_sample: false,
        provider: mark.provider,
        value: mark.value,
        reason: mark.reason,
        marked_by: mark.markedBy,
        signature: mark.signature,
        marked_at: storedTime(mark.markedAt),
        lifted_at: mark.liftedAt === null ? null : storedTime(mark.liftedAt),
        source_id: mark.sourceId,
        observed: mark.observed,
        version,
      }),
    ),
  );
}

/** SQL condition: the observations of these keys. Not for conditions on tables, since it contains quotes. */
export const keysSql = (keys: readonly ValueKey[]): string =>
  `NOT is_sample AND (asset_id, token_id, metric_id, toInt32(date), provider) IN (${keys
    .map(
      ({ assetId, listingId, metricId, date, provider }) =>
        `(${assetId}, ${listingId}, ${metricId}, toInt32(toDate32('${date}')), '${provider.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}')`,
    )
    .join(", ")})`;

/** A stored observation. */
export interface StoredValue extends ValueKey {
  value: number;
  sourceId: number;
  version: number;
}

/** The current observations of keys. */
export async function readValues(store: StatementReader, keys: readonly ValueKey[]): Promise<StoredValue[]> {
  if (keys.length === 0) return [];
  const rows = await store.compactRows<[number, number, number, string, string, number, number, string]>(
    `SELECT asset_id, token_id, metric_id, toString(date), provider, value, source_id, version FROM observations FINAL
      WHERE asset_id IN {assets:Array(UInt32)} AND ${keysSql(keys)}`,
    { assets: [...new Set(keys.map(({ assetId }) => assetId))] },
  );
  return rows.map(([assetId, listingId, metricId, date, provider, value, sourceId, version]) => ({
    assetId,
    listingId,
    metricId,
    date,
    provider,
    value,
    sourceId,
    version: Number(version),
  }));
}

export const keyText = ({ assetId, listingId, metricId, date, provider }: ValueKey): string =>
  `${assetId} ${listingId} ${metricId} ${date} ${provider}`;
