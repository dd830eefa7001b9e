import {
  ASSET_LISTING_OFFSET,
  type ExplainedMember,
  type ExplainedObservation,
  type Explanation,
  metricById,
  type Source,
  type UnusedObservation,
} from "#domain";
import { readSourcePrecedence, standingSql } from "#stores";
import type { Market } from "../market";
import { toldNames } from "../seen/toldEntities";
import { SqlBinder } from "../sql/sqlBinder";
import { type Reach, withinReach } from "./reach";
import { sourceColumns } from "./sourceColumns";

const OBSERVATIONS = 50;

interface ObservationsRequest {
  used: Reach;
  members: readonly ExplainedMember[];
  date: string;
  /** Whether what was observed of tokens may be told, not of their assets as a whole alone. */
  tellsTokens: boolean;
}

interface ReportedRow extends Omit<ExplainedObservation, "metric" | "token_id" | "asset_id" | "asset_name"> {
  asset_id: number;
  metric_id: number;
  listing: number;
  standing: string;
}

/** The rows of one listing, metric and day: the one that prevails, and what other providers report. */
interface Reported {
  used: ReportedRow;
  others: ReportedRow[];
}

/**
 * What was observed, of the members or of their assets as a whole, and served: for each listing and metric the last
 * value up to the day, and apart from it what other sources report of the same day. Observations that were put aside
 * (sample rows beside real ones) are not told.
 */
export async function reportedObservations(
  market: Market,
  { used, members, date, tellsTokens }: ObservationsRequest,
): Promise<Pick<Explanation, "observations" | "unused">> {
  if (members.length === 0) return { observations: [], unused: [] };
  const binder = new SqlBinder();
  const assets = [...new Set(members.map((m) => m.asset_id))];
  const tokens = tellsTokens ? members.map((m) => m.token_id) : [];
  const listings = [...tokens, ...assets.map((id) => ASSET_LISTING_OFFSET + id)];
  // A price of the asset as a whole may be the mean of those of its tokens.
  const wholes = tellsTokens
    ? members.flatMap((m) => (m.token_id >= ASSET_LISTING_OFFSET ? m.asset_id : []))
    : [];
  const ofTokens = [...used.keys()].filter((id) => metricById(id)?.appliesToTokens === true);
  const real = [...new Set(members.filter((m) => !m.is_sample).map((m) => m.asset_id))];
  const day = binder.bind("Date32", date);
  const precedence = binder.bind("Array(String)", await readSourcePrecedence(market.store));
  const rows = await market.store.rows<ReportedRow>(
    `SELECT date, value, asset_id, metric_id, listing, is_sample, source_id, standing FROM (
       SELECT date, value, asset_id, metric_id, token_id AS listing, is_sample, source_id, version, provider,
         ${standingSql(precedence)} AS standing, max(date) OVER (PARTITION BY token_id, metric_id) AS newest
       FROM observations FINAL
       WHERE asset_id IN ${binder.bind("Array(UInt32)", assets)}
         AND (token_id IN ${binder.bind("Array(UInt32)", [...new Set(listings)])}
           OR (asset_id IN ${binder.bind("Array(UInt32)", wholes)} AND metric_id IN (${[0, ...ofTokens].join(", ")})))
         AND ${withinReach(used, day, { carries: true })}
         AND is_sample = (asset_id NOT IN ${binder.bind("Array(UInt32)", real)}))
     WHERE date = newest ORDER BY standing DESC, version DESC, provider DESC`,
    binder.parameters,
  );
  const bySeries = new Map<string, Reported>();
  for (const row of rows) {
    const series = `${row.listing} ${row.metric_id}`;
    const known = bySeries.get(series);
    if (known === undefined) bySeries.set(series, { used: row, others: [] });
    else known.others.push(row);
  }
  const isServed = await servedIn(market, [...bySeries.values()], members);
  const reported = [...bySeries.values()]
    .filter(({ used: row }) => isServed(row))
    .sort(
      ({ used: a }, { used: b }) =>
        b.date.localeCompare(a.date) || b.value - a.value || a.listing - b.listing,
    )
    .slice(0, OBSERVATIONS);
  const told = await teller(market);
  return {
    observations: reported.map(({ used: row }) => told(row)),
    unused: await unusedAmong(market, reported, told),
  };
}

/**
 * Whether observations are served. Of what is observed on tokens, those of the asset as a whole are not, but for the
 * tokens that share it and have none of their own.
 */
async function servedIn(
  { store }: Market,
  reported: readonly Reported[],
  members: readonly ExplainedMember[],
): Promise<(row: ReportedRow) => boolean> {
  const ofWhole = reported.flatMap(({ used }) => (used.listing >= ASSET_LISTING_OFFSET ? [used] : []));
  if (ofWhole.length === 0) return () => true;
  const binder = new SqlBinder();
  const assets = [...new Set(ofWhole.map(({ asset_id }) => asset_id))];
  const real = [...new Set(ofWhole.flatMap((row) => (row.is_sample ? [] : row.asset_id)))];
  const rows = await store.compactRows<[asset: number, metric: number, tokens: number[]]>(
    `SELECT asset_id, metric_id, groupUniqArray(token_id) FROM observations
     WHERE asset_id IN ${binder.bind("Array(UInt32)", assets)} AND token_id < ${ASSET_LISTING_OFFSET}
       AND metric_id IN (${[...new Set(ofWhole.map(({ metric_id }) => metric_id))].join(", ")})
       AND is_sample = (asset_id NOT IN ${binder.bind("Array(UInt32)", real)})
     GROUP BY asset_id, metric_id`,
    binder.parameters,
  );
  const own = new Map(rows.map(([asset, metric, tokens]) => [`${asset} ${metric}`, new Set(tokens)]));
  return (row) => {
    if (row.listing < ASSET_LISTING_OFFSET) return true;
    const tokens = own.get(`${row.asset_id} ${row.metric_id}`);
    if (tokens === undefined) return true;
    if (metricById(row.metric_id)?.appliesToTokens !== true) return false;
    return members.some(
      ({ asset_id, token_id }) =>
        asset_id === row.asset_id && token_id < ASSET_LISTING_OFFSET && !tokens.has(token_id),
    );
  };
}

async function unusedAmong(
  { store }: Market,
  reported: readonly Reported[],
  told: Told,
): Promise<UnusedObservation[]> {
  const unused = reported
    .flatMap(({ used, others }) => others.map((row) => ({ row, used })))
    .slice(0, OBSERVATIONS);
  if (unused.length === 0) return [];
  const binder = new SqlBinder();
  const ids = binder.bind("Array(UInt32)", [...new Set(unused.map(({ row }) => row.source_id))]);
  const sources = await store.rows<Source>(
    `SELECT ${sourceColumns} FROM sources AS s FINAL WHERE s.id IN ${ids} SETTINGS date_time_output_format = 'iso'`,
    binder.parameters,
  );
  const byId = new Map(sources.map((source) => [source.id, source]));
  return unused.flatMap(({ row, used }) => {
    const source = byId.get(row.source_id);
    if (source === undefined) return [];
    const reason = row.standing === used.standing ? "earlier" : "precedence";
    return { ...told(row), source, used_source_id: used.source_id, reason };
  });
}

type Told = (row: ReportedRow) => ExplainedObservation;

/** How observations are told: of which asset, only where assets or their tokens may be read. */
async function teller(market: Market): Promise<Told> {
  const { scope } = market;
  const isTold = ["assets", "tokens"].some(
    (resource) => (scope?.termsOf(resource).deniedBy ?? null) === null,
  );
  const assets = isTold ? (await market.names()).get("asset")?.byId : undefined;
  return ({ date, value, asset_id, metric_id, listing, is_sample, source_id }) => {
    const asset = assets?.get(asset_id);
    return {
      date,
      value,
      metric: metricById(metric_id)?.slug ?? String(metric_id),
      asset_id: asset?.id ?? null,
      asset_name: asset === undefined ? null : toldNames(scope, "asset", asset).name,
      token_id: listing >= ASSET_LISTING_OFFSET ? null : listing,
      is_sample,
      source_id,
    };
  };
}
