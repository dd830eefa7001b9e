import type {
  ExplainedMember,
  ExplainedObservation,
  Explanation,
  SupersededObservation,
  UnusedObservation,
} from "#domain/api";
import { metricById } from "#domain/metrics";
import { ASSET_LISTING_OFFSET } from "#domain/resources";
import { decidingRule, readSourcePrecedence, standingSql } from "#stores";
import type { Market } from "../market";
import { SqlBinder } from "../sql/sqlBinder";
import { visibleNames } from "../visible/visibleNames";
import { inSet, type ListingSet } from "./figureAt";
import { type Reach, withinReach } from "./reach";
import { sourceGroups, sourceIdOf } from "./sourceGroups";

const OBSERVATIONS = 50;
/** Maximum number of listings of one asset whose observations are read. */
const SUBJECT_LISTINGS = 1_000;

interface ObservationsRequest {
  used: Reach;
  members: readonly ExplainedMember[];
  /** Listings of the explained token or asset; null for a total over several assets. */
  subject: ListingSet | null;
  date: string;
  /** Whether the day is that of the newest figure: superseded values of later days belong to it too. */
  isNewest: boolean;
  /** Whether observations of tokens can be shown, not only those of their assets as a whole. */
  showsTokens: boolean;
}

interface ReportedRow
  extends Omit<ExplainedObservation, "metric" | "token_id" | "asset_id" | "asset_name" | "source_id"> {
  asset_id: number;
  metric_id: number;
  listing: number;
  standing: string;
  provider: string;
  /** The file, feed or network from which it was read. */
  source_id: number;
}

/** The rows of one listing, metric and day: the preferred one, and those of other providers. */
interface Reported {
  used: ReportedRow;
  others: ReportedRow[];
}

/**
 * Observations of the members or of their assets as a whole: for each listing and metric the last value up to
 * the day. Lists separately those that are not served: values of other sources of the same day, and values of
 * the asset as a whole or its tokens on a day on which the other level is served. Sample rows are left out if
 * there are real ones.
 */
export async function reportedObservations(
  market: Market,
  { used, members, subject, date, isNewest, showsTokens }: ObservationsRequest,
): Promise<Pick<Explanation, "observations" | "unused" | "superseded">> {
  const [own, precedence] = await Promise.all([
    subject === null ? [] : listingsIn(market, subject),
    readSourcePrecedence(market.store),
  ]);
  if (members.length === 0 && own.length === 0) return { observations: [], unused: [], superseded: [] };
  const binder = new SqlBinder();
  const assets = [...new Set([...members, ...own].map((m) => m.asset_id))];
  const tokens = showsTokens ? [...members, ...own].map((m) => m.token_id) : [];
  const listings = [...tokens, ...assets.map((id) => ASSET_LISTING_OFFSET + id)];
  // A price of the asset as a whole can be the mean of those of its tokens.
  const wholes = showsTokens
    ? members.flatMap((m) => (m.token_id >= ASSET_LISTING_OFFSET ? m.asset_id : []))
    : [];
  const ofTokens = [...used.keys()].filter((id) => metricById(id)?.appliesToTokens === true);
  const served = [...new Set(members.filter((m) => !m.is_sample).map((m) => m.asset_id))];
  const real =
    members.length === 0
      ? `(SELECT asset_id FROM observations WHERE asset_id IN ${binder.bind("Array(UInt32)", assets)} AND NOT is_sample)`
      : binder.bind("Array(UInt32)", served);
  const day = binder.bind("Date32", date);
  const rows = await market.store.rows<ReportedRow>(
    `SELECT date, value, asset_id, metric_id, listing, is_sample, source_id, provider, standing FROM (
       SELECT date, value, asset_id, metric_id, token_id AS listing, is_sample, source_id, version, provider,
         ${standingSql(precedence)} AS standing, max(date) OVER (PARTITION BY token_id, metric_id) AS newest
       FROM observations FINAL
       WHERE asset_id IN ${binder.bind("Array(UInt32)", assets)}
         AND (token_id IN ${binder.bind("Array(UInt32)", [...new Set(listings)])}
           OR (asset_id IN ${binder.bind("Array(UInt32)", wholes)} AND metric_id IN (${[0, ...ofTokens].join(", ")})))
         AND ${withinReach(used, day, { carries: true })}
         AND is_sample = (asset_id NOT IN ${real}))
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
  const levels = await settleLevels(market, { reported: [...bySeries.values()], members, date });
  const sorted = [...bySeries.values()].sort(
    ({ used: a }, { used: b }) => b.date.localeCompare(a.date) || b.value - a.value || a.listing - b.listing,
  );
  // Without members there is no figure, and so no observation of it.
  const reported = sorted
    .filter(({ used: row }) => members.length > 0 && levels.get(row) === "served")
    .slice(0, OBSERVATIONS);
  const format = await createFormatter(market);
  const superseded = await supersededObservations(market, { used, assets, listings, date, isNewest, format });
  const unserved = sorted.flatMap(({ used: row }) => {
    const level = levels.get(row);
    return typeof level === "object"
      ? [{ row, usedSourceId: level.usedSourceId, reason: "level" as const }]
      : [];
  });
  const others = reported.flatMap(({ used: chosen, others: rows }) =>
    rows.map((row) => ({
      row,
      usedSourceId: chosen.source_id,
      ...(row.standing === chosen.standing
        ? { reason: "earlier" as const }
        : {
            reason: "precedence" as const,
            rule: decidingRule(precedence, { assetId: row.asset_id, metricId: row.metric_id })?.scope,
          }),
    })),
  );
  return {
    observations: reported.map(({ used: row }) => format(row)),
    unused: await describeUnused(market, [...unserved, ...others].slice(0, OBSERVATIONS), format),
    superseded,
  };
}

interface ListingOfAsset {
  asset_id: number;
  token_id: number;
}

const listingsIn = async ({ store }: Market, subject: ListingSet): Promise<ListingOfAsset[]> => {
  const binder = new SqlBinder();
  return store.rows<ListingOfAsset>(
    `SELECT asset_id, id AS token_id FROM dim_tokens WHERE ${inSet(subject, binder)} LIMIT ${SUBJECT_LISTINGS}`,
    binder.parameters,
  );
};

/**
 * Status of an observation: served, irrelevant to the figure, or not served because values of the other level
 * (the asset as a whole, or its tokens) are, with their source; null if these were derived.
 */
type Level = "served" | "elsewhere" | { usedSourceId: number | null };

interface DailyRow {
  asset_id: number;
  metric_id: number;
  listing: number;
  date: string;
  derived: boolean;
  source_id: number;
}

/**
 * The levels that are served on the days of observations: for a level metric on the explained day, for a flow
 * on its own day.
 */
async function settleLevels(
  { store }: Market,
  {
    reported,
    members,
    date,
  }: { reported: readonly Reported[]; members: readonly ListingOfAsset[]; date: string },
): Promise<ReadonlyMap<ReportedRow, Level>> {
  const rows = reported.map(({ used: row }) => row);
  if (rows.length === 0) return new Map();
  const dayOf = (row: ReportedRow) => (metricById(row.metric_id)?.kind === "stock" ? date : row.date);
  const keyOf = (asset: number, metric: number, day: string) => `${asset} ${metric} ${day}`;
  const binder = new SqlBinder();
  const daily = await store.rows<DailyRow>(
    `SELECT asset_id, metric_id, token_id AS listing, date, derived, source_id FROM daily_metrics
     WHERE asset_id IN ${binder.bind("Array(UInt32)", [...new Set(rows.map(({ asset_id }) => asset_id))])}
       AND metric_id IN ${binder.bind("Array(UInt32)", [...new Set(rows.map(({ metric_id }) => metric_id))])}
       AND date IN ${binder.bind("Array(Date32)", [...new Set(rows.map(dayOf))])}
     ORDER BY token_id`,
    binder.parameters,
  );
  const byDay = new Map<string, DailyRow[]>();
  for (const row of daily) {
    const key = keyOf(row.asset_id, row.metric_id, row.date);
    byDay.set(key, [...(byDay.get(key) ?? []), row]);
  }
  const hasOwn = new Set(rows.map(({ listing, metric_id }) => `${listing} ${metric_id}`));
  return new Map(
    rows.map((row): [ReportedRow, Level] => {
      const { listing, asset_id, metric_id } = row;
      const ofDay = byDay.get(keyOf(asset_id, metric_id, dayOf(row))) ?? [];
      const isWhole = listing >= ASSET_LISTING_OFFSET;
      const isUnitValue = metricById(metric_id)?.appliesToTokens === true;
      // A token keeps its own unit value.
      if (!isWhole && isUnitValue) return [row, "served"];
      if (ofDay.some((one) => !one.derived && one.listing === listing)) {
        const borrows = ({ asset_id: of, token_id }: ListingOfAsset) =>
          of === asset_id && !hasOwn.has(`${token_id} ${metric_id}`);
        const isMember = members.some(({ token_id }) => token_id === listing);
        if (!isWhole || isMember || (isUnitValue && members.some(borrows))) return [row, "served"];
        return [row, "elsewhere"];
      }
      // A token without its own row can be served the value of the asset as a whole.
      const isLent = ({ listing: on, derived, source_id }: DailyRow) =>
        !derived && source_id === row.source_id && !hasOwn.has(`${on} ${metric_id}`);
      if (isWhole && isUnitValue && ofDay.some(isLent)) return [row, "served"];
      const other = ofDay.find((one) => one.listing >= ASSET_LISTING_OFFSET !== isWhole);
      if (other === undefined) return [row, "served"];
      return [row, { usedSourceId: other.derived ? null : other.source_id }];
    }),
  );
}

interface Unused {
  row: ReportedRow;
  usedSourceId: number | null;
  reason: UnusedObservation["reason"];
  rule?: UnusedObservation["rule"] | undefined;
}

async function describeUnused(
  market: Market,
  unused: readonly Unused[],
  format: ObservationFormatter,
): Promise<UnusedObservation[]> {
  if (unused.length === 0) return [];
  const binder = new SqlBinder();
  const ids = unused.flatMap(({ usedSourceId }) => usedSourceId ?? []);
  const [groups, used] = await Promise.all([
    sourceGroups(market),
    market.store.rows<{ id: number; provider: string; is_sample: boolean }>(
      `SELECT id, provider, is_sample FROM sources FINAL
       WHERE id IN ${binder.bind("Array(UInt32)", [...new Set(ids)])}`,
      binder.parameters,
    ),
  ]);
  const usedIds = new Map(used.map((row) => [row.id, sourceIdOf(row)]));
  return unused.flatMap(({ row, usedSourceId, reason, rule = null }) => {
    const source = groups.get(sourceIdOf(row));
    const used_source_id = usedSourceId === null ? null : (usedIds.get(usedSourceId) ?? null);
    return source === undefined ? [] : [{ ...format(row), source, used_source_id, reason, rule }];
  });
}

interface SupersededRow
  extends Pick<
    ReportedRow,
    "date" | "value" | "asset_id" | "metric_id" | "listing" | "is_sample" | "provider"
  > {
  reason: string;
  signature: string;
  marked_at: string;
}

/** The values of listings that are set aside because they were marked as wrong. */
async function supersededObservations(
  market: Market,
  {
    used,
    assets,
    listings,
    date,
    isNewest,
    format,
  }: {
    used: Reach;
    assets: readonly number[];
    listings: readonly number[];
    date: string;
    isNewest: boolean;
    format: ObservationFormatter;
  },
): Promise<SupersededObservation[]> {
  const binder = new SqlBinder();
  const day = binder.bind("Date32", date);
  const later = isNewest ? `OR (date > ${day} AND metric_id IN (${[0, ...used.keys()].join(", ")}))` : "";
  const rows = await market.store.rows<SupersededRow>(
    `SELECT date, value, asset_id, metric_id, token_id AS listing, is_sample, provider, reason, signature, marked_at
     FROM superseded_values FINAL
     WHERE is_set_aside AND lifted_at IS NULL AND asset_id IN ${binder.bind("Array(UInt32)", assets)}
       AND token_id IN ${binder.bind("Array(UInt32)", [...new Set(listings)])}
       AND ((${withinReach(used, day, { carries: true })}) ${later})
     ORDER BY date DESC, id DESC LIMIT ${OBSERVATIONS}`,
    binder.parameters,
  );
  if (rows.length === 0) return [];
  const groups = await sourceGroups(market);
  return rows.flatMap((row) => {
    const source = groups.get(sourceIdOf(row));
    const { reason, signature: by, marked_at } = row;
    const at = `${marked_at.replace(" ", "T")}Z`;
    return source === undefined ? [] : [{ ...format(row), source, reason, by, at }];
  });
}

type ObservationFormatter = (row: Omit<ReportedRow, "standing" | "source_id">) => ExplainedObservation;

/** Returns the formatter of observations. It includes the asset only if assets or tokens can be read. */
async function createFormatter(market: Market): Promise<ObservationFormatter> {
  const { scope } = market;
  const showsAssets = ["assets", "tokens"].some(
    (resource) => (scope?.termsOf(resource).deniedBy ?? null) === null,
  );
  const assets = showsAssets ? (await market.names()).get("asset")?.byId : undefined;
  return ({ date, value, asset_id, metric_id, listing, is_sample, provider }) => {
    const asset = assets?.get(asset_id);
    return {
      date,
      value,
      metric: metricById(metric_id)?.slug ?? String(metric_id),
      asset_id: asset?.id ?? null,
      asset_name: asset === undefined ? null : visibleNames(scope, "asset", asset).name,
      token_id: listing >= ASSET_LISTING_OFFSET ? null : listing,
      is_sample,
      source_id: sourceIdOf({ is_sample, provider }),
    };
  };
}
