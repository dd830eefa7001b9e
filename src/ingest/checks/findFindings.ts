import { isCheckSlug, rules } from "#domain/checks";
import { CARRY_DAYS, metricById } from "#domain/metrics";
import { ASSET_LISTING_OFFSET, type EntityType, entityTypes } from "#domain/resources";
import type { MarketStore } from "#stores";
import { type DaysOfAssets, dateOf } from "../derive/observedSeries";
import type { Finding } from "./mergeFindings";
import {
  levelFindingsSql,
  relationFindingsSql,
  supplyFindingsSql,
  totalFindingsSql,
  twinAssetsSql,
  twinFindingsSql,
} from "./relationChecksSql";
import {
  FINDING,
  frozenFindingsSql,
  resumedSeriesSql,
  SERIES_LOOKBACK,
  seriesFindingsSql,
} from "./seriesChecksSql";

interface FindRequest {
  /** First day to check of each asset, in days since 1970. */
  from: DaysOfAssets;
  /** Latest day of the data, in days since 1970. */
  latest: number;
  /** The mirror of the tokens; null before a catalog was loaded. */
  tokens: string | null;
  /** Days with incidents and corporate actions of each asset. */
  events: ReadonlyMap<number, readonly number[]>;
}

type FoundRow = [
  metric: number,
  asset: number,
  listing: number,
  isSample: boolean,
  check: string,
  // Arithmetic on days gives 64 bits, which are text.
  first: number | string,
  last: number | string,
  value: number,
  bound: number,
  boundMetric: number,
];

/** Figures of some assets that break a check on the days to check. */
export async function findingsOfAssets(store: MarketStore, request: FindRequest): Promise<Finding[]> {
  const { from, latest, tokens, events } = request;
  if (from.size === 0) return [];
  const parameters = parametersOf(from, latest);
  const statements = [
    seriesFindingsSql(),
    frozenFindingsSql(),
    relationFindingsSql(),
    levelFindingsSql(),
    supplyFindingsSql,
  ];
  const twins: DaysOfAssets = tokens === null ? new Map() : await assetsWithTwins(store, { tokens, from });
  const found: Finding[] = [];
  const read = async (sql: string, bound = parameters) => {
    const rows = await store.compactRows<FoundRow>(`SELECT ${FINDING} FROM (${sql})`, bound);
    found.push(...rows.flatMap(findingOf));
  };
  for (const sql of statements) await read(sql);
  if (tokens !== null && twins.size > 0) await read(twinFindingsSql(tokens), parametersOf(twins, latest));
  found.push(...(await longGaps(store, request)));
  return withoutCopies(found).filter((finding) => !isExplained(finding, events));
}

/** Without findings of tokens that repeat one of their asset: a price of the asset as a whole also stands for its tokens. */
function withoutCopies(found: readonly Finding[]): Finding[] {
  const keyOf = ({ check, assetId, metricId }: Finding) => `${check} ${assetId} ${metricId}`;
  const ofAssets = new Map<string, Finding[]>();
  for (const finding of found) {
    if (finding.type !== "asset" || metricById(finding.metricId)?.appliesToTokens !== true) continue;
    ofAssets.set(keyOf(finding), [...(ofAssets.get(keyOf(finding)) ?? []), finding]);
  }
  return found.filter(
    (finding) =>
      finding.type !== "token" ||
      ofAssets
        .get(keyOf(finding))
        ?.some(({ first, last }) => first <= finding.last && last >= finding.first) !== true,
  );
}

const parametersOf = (from: DaysOfAssets, latest: number) => ({
  assets: [...from.keys()],
  firstDays: [...from.values()],
  earliest: dateOf(Math.min(...from.values())),
  latest,
});

function findingOf([
  metricId,
  assetId,
  listing,
  isSample,
  check,
  first,
  last,
  value,
  bound,
  boundMetric,
]: FoundRow): Finding[] {
  if (!isCheckSlug(check)) return [];
  const isToken = listing < ASSET_LISTING_OFFSET;
  return [
    {
      check,
      type: isToken ? "token" : "asset",
      entityId: isToken ? listing : assetId,
      assetId,
      metricId,
      first: Number(first),
      last: Number(last),
      value,
      bound,
      boundMetricId: boundMetric === 0 ? null : boundMetric,
      isSample: Boolean(isSample),
    },
  ];
}

async function assetsWithTwins(
  store: MarketStore,
  { tokens, from }: { tokens: string; from: DaysOfAssets },
): Promise<DaysOfAssets> {
  const rows = await store.compactRows<[number]>(twinAssetsSql(tokens));
  return new Map(
    rows.flatMap(([id]) => {
      const day = from.get(id);
      return day === undefined ? [] : [[id, day] as const];
    }),
  );
}

/** Gaps that began before the days that were read. */
async function longGaps(store: MarketStore, { from, latest }: FindRequest): Promise<Finding[]> {
  const resumed = await store.compactRows<[number, number, number, number, boolean, boolean]>(
    resumedSeriesSql(),
    parametersOf(from, latest),
  );
  if (resumed.length === 0) return [];
  const known = await store.compactRows<[number, number]>(
    `SELECT entity_id, metric_id FROM entity_metrics
      WHERE entity_type = 'token' AND entity_id IN {listings:Array(UInt32)} AND first_day < {day:Date32}`,
    {
      listings: [...new Set(resumed.map(([listing]) => listing))],
      day: dateOf(Math.max(...resumed.map(([, , , first]) => first)) - CARRY_DAYS),
    },
  );
  const isKnown = new Set(known.map(([listing, metric]) => `${listing} ${metric}`));
  const suspects = resumed.filter(([listing, metric]) => isKnown.has(`${listing} ${metric}`));
  if (suspects.length === 0) return [];
  const ends = await store.compactRows<[number, number, number]>(
    `SELECT token_id, metric_id, max(toInt32(date)) FROM daily_metrics
      WHERE asset_id IN {assets:Array(UInt32)} AND metric_id IN {metrics:Array(UInt32)} AND token_id IN {listings:Array(UInt32)}
        AND toInt32(date) < transform(asset_id, {assets:Array(UInt32)}, {firstDays:Array(Int32)}, toInt32(0)) - ${SERIES_LOOKBACK}
        AND NOT derived
      GROUP BY token_id, metric_id`,
    {
      assets: [...from.keys()],
      firstDays: [...from.values()],
      listings: [...new Set(suspects.map(([listing]) => listing))],
      metrics: [...new Set(suspects.map(([, metric]) => metric))],
    },
  );
  const lastOf = new Map(ends.map(([listing, metric, day]) => [`${listing} ${metric}`, day]));
  return suspects.flatMap(([listing, metric, assetId, first, , isSample]) => {
    const last = lastOf.get(`${listing} ${metric}`);
    const missing = last === undefined ? 0 : first - last - 1;
    if (last === undefined || missing <= CARRY_DAYS) return [];
    return findingOf([
      metric,
      assetId,
      listing,
      isSample,
      "gap",
      last + 1,
      first - 1,
      missing,
      CARRY_DAYS,
      0,
    ]);
  });
}

const isExplained = ({ check, assetId, first }: Finding, events: FindRequest["events"]): boolean =>
  check === "implausible_change" &&
  (events.get(assetId ?? 0) ?? []).some((day) => Math.abs(day - first) <= rules.eventDays);

/** Totals that differ from the sum of their parts. @param assets those whose totals are checked; null: all totals */
export async function findingsOfTotals(
  store: MarketStore,
  { tokens, assets }: { tokens: string | null; assets: readonly number[] | null },
): Promise<Finding[]> {
  const rows = await store.compactRows<[string, number, number, number | string, number, number, boolean]>(
    totalFindingsSql(tokens, assets !== null),
    { assets: assets ?? [] },
  );
  return rows.flatMap(([kind, id, metricId, day, value, bound, isSample]): Finding[] => {
    const type: EntityType | undefined = entityTypes.find((one) => one === kind);
    if (type === undefined) return [];
    return [
      {
        check: "parts_differ",
        type,
        entityId: id,
        assetId: type === "asset" ? id : null,
        metricId,
        first: Number(day),
        last: Number(day),
        value,
        bound,
        boundMetricId: null,
        isSample: Boolean(isSample),
      },
    ];
  });
}
