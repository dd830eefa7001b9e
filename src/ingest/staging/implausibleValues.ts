import {
  CARRY_DAYS,
  type Metric,
  metricById,
  metricOfSlug,
  metrics,
  RELATION_TOLERANCE,
} from "#domain/metrics";
import type { MarketStore } from "#stores";
import type { Scratch } from "../scratchTables";
import { hasObservations, KEY, stagedBatches, stagedRowsPerAsset } from "./applyStaged";

/** A staged value that breaks a relation that its metric declares (`atMost`, `plausibleChange`). */
export interface ImplausibleValue {
  line: number;
  field: string;
  kind: string;
  reason: string;
  /** Whether it is quarantined; otherwise it is stored with a warning. */
  isRefused: boolean;
}

/** Marks kinds of accepted values, as opposed to quarantined ones. */
export const ACCEPTED = "accepted with a warning: ";

const limits = metrics.flatMap(({ id, atMost }) =>
  atMost.map(({ metric, breach }) => ({
    id,
    limit: metricOfSlug(metric).id,
    isRefused: breach === "quarantine",
  })),
);
const changes = metrics.flatMap(({ id, plausibleChange }) =>
  plausibleChange === null
    ? []
    : [{ id, factor: plausibleChange.factor, isRefused: plausibleChange.breach === "quarantine" }],
);

const COLUMNS = `line UInt64, asset_id UInt32, token_id UInt32, metric_id UInt32, date Date32, value Float64,
  other_metric UInt32, other_date Date32, other_value Float64, is_refused Bool`;
const PAGE = 20_000;

export interface PlausibilityJob {
  scratch: Scratch;
  /** Table with the values; rejected ones are removed from it. */
  staged: string;
  /** Whether they all have different keys. */
  isDistinct?: boolean;
  /** Values are compared with earlier ones of the same provider. */
  provider: string;
  /** Slug of a listing. */
  nameOf: (listingId: number) => string;
  onPage: (values: readonly ImplausibleValue[]) => Promise<void>;
}

/**
 * Finds staged values that exceed their limiting metric, or change implausibly from one day to another at
 * most `CARRY_DAYS` later, and passes them on a page at a time, in line order. Of two values of one file the
 * part is rejected.
 */
export async function findImplausible(store: MarketStore, job: PlausibilityJob): Promise<void> {
  const { scratch, staged, provider, isDistinct = false } = job;
  const batches = [...stagedBatches(await stagedRowsPerAsset(store, staged))];
  const known = await Promise.all(
    batches.map(async (assets) => !isDistinct || (await hasObservations(store, { assets, provider }))),
  );
  const found = await scratch.table("implausible", COLUMNS, "line");
  for (const find of [limitsSql, changesSql]) {
    await store.run(`TRUNCATE TABLE ${found}`);
    for (const [index, assets] of batches.entries()) {
      const values: Values = known[index] === true ? knownSql(staged) : stagedSql(staged);
      await store.run(`INSERT INTO ${found} ${find(values)}`, { assets, provider });
    }
    await passOn(store, { ...job, found });
    const [refused] = await store.rows(`SELECT 1 FROM ${found} WHERE is_refused LIMIT 1`);
    if (refused === undefined) continue;
    await store.run(`DELETE FROM ${staged} WHERE (${KEY}) IN (SELECT ${KEY} FROM ${found} WHERE is_refused)`);
  }
}

/** SELECT of values of metrics, with the lines that state them. */
type Values = (ids: readonly number[]) => string;

/** The staged values, where they have different keys and nothing else is stored. */
const stagedSql =
  (staged: string): Values =>
  (ids) =>
    `
  SELECT ${KEY}, value, line FROM ${staged}
  WHERE asset_id IN {assets:Array(UInt32)} AND metric_id IN (${ids.join(", ")})`;

/** Values of metrics after the staged ones are stored; `line` is 0 for stored values. */
const knownSql =
  (staged: string): Values =>
  (ids) =>
    `
  SELECT ${KEY}, argMin(value, is_stored) AS value, max(first_line) AS line FROM (
    SELECT ${KEY}, argMin(value, line) AS value, min(line) AS first_line, false AS is_stored FROM ${staged}
    WHERE asset_id IN {assets:Array(UInt32)} AND metric_id IN (${ids.join(", ")}) GROUP BY ${KEY}
    UNION ALL
    SELECT ${KEY}, value, toUInt64(0) AS first_line, true AS is_stored FROM observations FINAL
    WHERE asset_id IN {assets:Array(UInt32)} AND metric_id IN (${ids.join(", ")})
      AND NOT is_sample AND provider = {provider:String}
  ) GROUP BY ${KEY}`;

function limitsSql(values: Values): string {
  const known = values([...new Set(limits.flatMap(({ id, limit }) => [id, limit]))]);
  const declared = limits
    .map(({ id, limit, isRefused }) => `(toUInt32(${id}), toUInt32(${limit}), ${isRefused})`)
    .join(", ");
  return `
    SELECT if(part.line > 0, part.line, whole.line) AS line, asset_id, token_id,
      if(part.line > 0, part.metric_id, limit_id) AS metric_id, date,
      if(part.line > 0, part.value, whole.value) AS value,
      if(part.line > 0, limit_id, part.metric_id) AS other_metric, date AS other_date,
      if(part.line > 0, whole.value, part.value) AS other_value, is_refused
    FROM (
      SELECT ${KEY}, value, line, limits.1 AS limit_id, limits.2 AS is_refused
      FROM (${known}) ARRAY JOIN arrayMap(l -> (l.2, l.3), arrayFilter(l -> l.1 = metric_id, [${declared}])) AS limits
    ) AS part
    INNER JOIN (SELECT asset_id, token_id, metric_id AS limit_id, date, value, line FROM (${known})) AS whole
      USING (asset_id, token_id, limit_id, date)
    WHERE part.value > whole.value + ${RELATION_TOLERANCE} * abs(whole.value) AND (part.line > 0 OR whole.line > 0)`;
}

function changesSql(values: Values): string {
  const ids = changes.map(({ id }) => id);
  const factors = `transform(metric_id, [${ids.join(", ")}], [${changes.map(({ factor }) => `${factor}.`).join(", ")}], 0.)`;
  const refused = ["0", ...changes.flatMap(({ id, isRefused }) => (isRefused ? [id] : []))];
  return `
    SELECT if(known.line > 0, known.line, before_line) AS line, asset_id, token_id, metric_id,
      if(known.line > 0, known.date, before_date) AS date, if(known.line > 0, known.value, before) AS value,
      metric_id AS other_metric, if(known.line > 0, before_date, known.date) AS other_date,
      if(known.line > 0, before, known.value) AS other_value, metric_id IN (${refused.join(", ")}) AS is_refused
    FROM (
      SELECT *, lagInFrame(value) OVER series AS before, lagInFrame(date) OVER series AS before_date,
        lagInFrame(line) OVER series AS before_line
      FROM (${values(ids)})
      WINDOW series AS (PARTITION BY asset_id, token_id, metric_id ORDER BY date ROWS BETWEEN 1 PRECEDING AND CURRENT ROW)
    ) AS known
    WHERE known.value > 0 AND before > 0 AND known.date <= before_date + ${CARRY_DAYS}
      AND greatest(known.value / before, before / known.value) >= ${factors} AND (known.line > 0 OR before_line > 0)`;
}

type FoundRow = [
  line: string,
  listing: number,
  metric: number,
  date: string,
  value: number,
  otherMetric: number,
  otherDate: string,
  otherValue: number,
  isRefused: boolean,
];

async function passOn(
  store: MarketStore,
  { found, nameOf, onPage }: PlausibilityJob & { found: string },
): Promise<void> {
  for (let from = 0; ; from += PAGE) {
    const rows = await store.compactRows<FoundRow>(
      `SELECT line, token_id, metric_id, date, value, other_metric, other_date, other_value, is_refused FROM ${found}
        ORDER BY line, token_id, metric_id, date, other_metric LIMIT ${PAGE} OFFSET ${from}`,
    );
    if (rows.length > 0) await onPage(rows.map((row) => inWords(row, nameOf)));
    if (rows.length < PAGE) return;
  }
}

function inWords(row: FoundRow, nameOf: PlausibilityJob["nameOf"]): ImplausibleValue {
  const [line, listing, metricId, date, value, otherId, otherDate, otherValue, isRefused] = row;
  const slugOf = (id: number) => (metricById(id) as Metric | undefined)?.slug ?? String(id);
  const field = `${slugOf(metricId)} of ${nameOf(listing)}`;
  const isChange = metricId === otherId;
  const kind = isChange ? "implausible change" : "contradicts another metric";
  const comparison = value > otherValue ? "more" : "less";
  return {
    line: Number(line),
    field,
    kind: isRefused ? kind : `${ACCEPTED}${kind}`,
    reason: isChange
      ? `${field} is ${value} on ${date} but ${otherValue} on ${otherDate}`
      : `${field} on ${date} is ${value}, ${comparison} than ${slugOf(otherId)}, which is ${otherValue}`,
    isRefused,
  };
}
