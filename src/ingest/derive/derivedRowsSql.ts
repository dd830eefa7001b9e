/**
 * SQL that computes derived metrics, made from the metric descriptions.
 *
 * Rows are listings by day, with one column per metric:
 *   o_<id>  observed (or carried) value; v_<id> value after this step; c_<id> whether it stands on a carried one;
 *   r_<id>  how it was come by: 0 observed, 1 the first alternative of its formula, 2 the second …, 255 unknown.
 *
 * An asset can be known at two levels on the same day: as a whole (its asset-level listing) and by token. A metric that
 * is summed is then served at one of them (`servedLevel.ts`), or it would count twice. The other level is unknown, also
 * as an input to what follows; a value of it that was observed is returned as `withdrawn`.
 *
 * A trailing sum over days of both levels is that of the asset as a whole, which adds up each day at the level served.
 *
 * Most assets are known at one level only: nothing has to be settled, and the steps that compare rows of a day,
 * which cost a sort each, are left out.
 *
 * A unit value that is known on tokens only (prices by network) also serves an asset-level supply: as the
 * plain mean over the tokens of that day, for no token's weight is known then.
 *
 * What cannot be known from the metrics that were observed is left out: reading a statement with a hundred
 * columns costs more than running it over the rows of one asset.
 */

import {
  addsUp,
  type Derivation,
  inputsOf,
  LARGEST_PLAUSIBLE,
  type Metric,
  type MetricSlug,
  metricOfSlug,
  metrics,
} from "#domain/metrics";
import { ASSET_LISTING_OFFSET } from "#domain/resources";
import { plainMeanSql } from "#stores";
import { type BaseSelection, type ColumnStep, selectColumnSteps } from "./columnSteps";
import { type Attainable, attainableLevels, derivationLevels, metricsRead } from "./derivationLevels";
import { expectedTokensSql, UNKNOWN_RANK, wholeIsServedSql } from "./servedLevel";
import {
  ASSET_DAY,
  carriedDigitsSql,
  dayColumnsStep,
  type History,
  joinHistory,
  summedBy,
  trailingSumSql,
  value,
} from "./trailingSums";

const levels = derivationLevels(metrics);
const derived = levels.flat();

/** The derived metrics and their inputs. */
const involved: readonly Metric[] = metrics.filter(
  (metric) =>
    metric.derive.length > 0 ||
    derived.some((d) => d.derive.some((way) => metricsRead(way).includes(metric.slug))),
);
const isGiven = (metric: Metric) => metric.derive.length === 0;
const given = involved.filter(isGiven);

const carried = (slug: MetricSlug) => `c_${metricOfSlug(slug).id}`;
const rank = (slug: MetricSlug) => `r_${metricOfSlug(slug).id}`;

/** The first known value of several metrics. */
const firstValue = (slugs: readonly MetricSlug[]) =>
  slugs.length === 1 ? value(slugs[0] as MetricSlug) : `coalesce(${slugs.map(value).join(", ")})`;
const firstCarried = (slugs: readonly MetricSlug[]): string => {
  const [slug, ...others] = slugs as [MetricSlug, ...MetricSlug[]];
  return others.length === 0
    ? carried(slug)
    : `if(isNotNull(${value(slug)}), ${carried(slug)}, ${firstCarried(others)})`;
};

/** A whole is exactly 100 percent of itself; doubles would yield less for 356690493.16. */
const shareSql = (part: string, whole: string) =>
  `if(${part} = ${whole} AND ${whole} != 0, 100., 100 * ${part} / nullIf(${whole}, 0))`;

/** The difference is computed first: a quotient minus one would contain its rounding error. */
const excessSql = (price: string, reference: string) =>
  `100 * (${price} - ${reference}) / nullIf(${reference}, 0)`;

const differenceSql = (of: string, less: string) =>
  carriedDigitsSql(`${of} - ${less}`, `abs(${of}), abs(${less})`);

/** Of an asset as a whole: in the order of tokens, so that the last digit is reproducible. */
const sumOfNativeSql = (of: string) => {
  const native = `if(is_native, ${of}, NULL)`;
  return `if(whole AND expected_native > 0 AND count(${native}) OVER asset_day = expected_native,
    arraySum(groupArray(${native}) OVER asset_day), NULL)`;
};

/** Whether a way gives values of assets as a whole only. */
const isOfWhole = (way: Derivation): boolean => way.op === "sumOfNative";

const summedIn = (layer: readonly Attainable[]): MetricSlug[] =>
  summedBy(layer.flatMap(({ ways }) => ways.map(({ way }) => way)));

function formulaOf(way: Derivation, rows: DerivedRows): string {
  switch (way.op) {
    case "product":
      return way.factors.map((input) => firstValue(input)).join(" * ");
    case "copy":
      return way.unlessLocked ? `if(is_native, NULL, ${value(way.of)})` : value(way.of);
    case "copyReported":
      return `if(${rank(way.of)} = 0${way.unlessLocked ? " AND NOT is_native" : ""}, ${value(way.of)}, NULL)`;
    case "sumOfNative":
      return sumOfNativeSql(value(way.of));
    case "difference":
      return differenceSql(value(way.of), value(way.less));
    case "ratio":
      return `${value(way.of)} / nullIf(${value(way.over)}, 0)`;
    case "share":
      return shareSql(value(way.of), value(way.within));
    case "excess":
      return excessSql(value(way.of), value(way.over));
    case "excessOverDollar":
      return `if(dollar_pegged, ${excessSql(value(way.of), "1.")}, NULL)`;
    case "trailingSum":
      return trailingSumSql(way, rows);
  }
}

function carriedOf(way: Derivation): string {
  if (way.op === "trailingSum") return "0";
  if (way.op === "sumOfNative") return `max(is_native AND ${carried(way.of)}) OVER asset_day`;
  return inputsOf(way)
    .map((input) => firstCarried(input))
    .reduce((some, other) => `greatest(${some}, ${other})`);
}

/**
 * One column per metric and day, from rows of `table`.
 * @param needsWhole whether each day of an asset needs a row of the asset as a whole
 */
function pivot(
  { table, plans, bothLevels, history }: DerivedRows,
  {
    observed,
    summed,
    needsWhole,
  }: { observed: readonly Metric[]; summed: readonly MetricSlug[]; needsWhole: boolean },
): BaseSelection {
  const assets = `asset_id IN (SELECT asset_id FROM ${plans} WHERE both_levels = ${bothLevels})`;
  const rows = `SELECT metric_id, asset_id, token_id, date, value, carried FROM ${table}
    WHERE metric_id IN (${observed.map(({ id }) => id).join(", ")}) AND ${assets}`;
  const wholeDays = `SELECT DISTINCT toUInt32(0), asset_id, toUInt32(${ASSET_LISTING_OFFSET} + asset_id), date, toFloat64(0), false
    FROM ${table} WHERE ${assets}`;
  const earlier = joinHistory({ bothLevels, history }, summed);
  const levelColumns = [
    "has(tokens, token_id) AS is_expected",
    `${expectedTokensSql("toInt32(day_date)")} AS expected`,
    "arrayCount((token, first) -> first <= toInt32(day_date) AND has(native_tokens, token), tokens, token_days) AS expected_native",
  ];
  const columns = [
    ...["asset_id", "token_id", "toInt32(day_date) AS day", "dollar_pegged", "from_day"],
    `token_id >= ${ASSET_LISTING_OFFSET} AS whole`,
    "has(native_tokens, token_id) AS is_native",
    ...(bothLevels ? levelColumns : []),
    ...observed.flatMap(({ id }) => [`o_${id}`, `oc_${id}`]),
    ...earlier.columns,
  ];
  const from = `
  FROM (
    SELECT asset_id, token_id, date AS day_date,
      ${observed
        .flatMap(({ id }) => [
          `anyOrNullIf(value, metric_id = ${id}) AS o_${id}`,
          `maxIf(carried, metric_id = ${id}) AS oc_${id}`,
        ])
        .join(",\n      ")}
    FROM (${bothLevels && needsWhole ? `${rows} UNION ALL ${wholeDays}` : rows}) AS rows
    GROUP BY asset_id, token_id, date
  ) AS days
  INNER JOIN ${plans} AS plans USING (asset_id)${earlier.joins}`;
  return { columns, from };
}

const isSupply = (slug: MetricSlug) => slug === "total_supply_token" || slug === "circulating_supply_token";

/**
 * Adds v, c and r of the metrics that are only observed, never derived; spreads unit values to the asset as a
 * whole.
 */
function observedLayer(observed: readonly Metric[], bothLevels: boolean): ColumnStep {
  const amounts = observed.filter((metric) => !metric.appliesToTokens);
  const isAmount = ["false", ...amounts.map(({ id }) => `isNotNull(o_${id})`)].join(" OR ");
  const supplies = observed.filter(({ slug }) => isSupply(slug));
  const isNativeSupply = ["false", ...supplies.map(({ id }) => `isNotNull(o_${id})`)].join(" OR ");
  // The net supply of the asset as a whole can then be the sum over its native tokens.
  const hasNativeSupply = `max(is_native AND (${isNativeSupply})) OVER asset_day`;
  const columns = observed.filter(isGiven).flatMap(({ id, appliesToTokens }) => {
    if (!appliesToTokens) return [`o_${id} AS v_${id}`, `oc_${id} AS c_${id}`, `0 AS r_${id}`];
    if (!bothLevels) {
      return [`o_${id} AS v_${id}`, `oc_${id} AS c_${id}`, `if(isNull(o_${id}), 1, 0) AS r_${id}`];
    }
    const tokens = `if(whole, NULL, o_${id})`;
    const mean = plainMeanSql(tokens, " OVER asset_day");
    const spread = `whole AND isNull(o_${id}) AND (${isAmount} OR ${hasNativeSupply})`;
    return [
      `if(${spread}, ${mean}, o_${id}) AS v_${id}`,
      `if(${spread}, max(if(whole, 0, oc_${id})) OVER asset_day, oc_${id}) AS c_${id}`,
      `if(isNull(o_${id}), 1, 0) AS r_${id}`,
    ];
  });
  return { columns, window: bothLevels ? ASSET_DAY : undefined };
}

/**
 * A value above the maximum of its metric is unknown: its inputs contradict each other. So is one outside the limits of
 * import files, such as a price over an amount close to zero, also as an input: later days are computed from the
 * served values of earlier ones. `as`: alias for the formula, which is written once, as is what else is used twice: reading
 * a statement takes longer than running it over the rows of a day.
 */
const boundedSql = (formula: string, { most, as }: { most: number | null; as: string }) => {
  const isPlausible = `abs((${formula}) AS ${as}) <= ${LARGEST_PLAUSIBLE}`;
  return `if(${most === null ? isPlausible : `${isPlausible} AND ${as} <= ${most}`}, ${as}, NULL)`;
};

/** Adds v, c and r of the metrics of one layer. */
function derivedLayer(layer: readonly Attainable[], rows: DerivedRows): ColumnStep[] {
  const { bothLevels } = rows;
  const window = bothLevels ? ASSET_DAY : undefined;
  const formulas = layer.flatMap(({ metric: { id, most }, ways }) =>
    ways.map(({ way, place }) => {
      const bounded = boundedSql(formulaOf(way, rows), { most, as: `f${place}_${id}` });
      return `${bounded} AS w${place}_${id}`;
    }),
  );
  const isSettled = ({ metric }: Attainable) => bothLevels && addsUp(metric);
  const choices = layer.flatMap((attained) => {
    const { isObserved, ways } = attained;
    const { id } = attained.metric;
    const [chosenValue, chosenRank] = isSettled(attained) ? ["x", "q"] : ["v", "r"];
    const known = (place: number) => `w${place}_${id}`;
    const valued = ways.map(({ place }) => `isNotNull(${known(place)}), ${known(place)}`);
    const choose = (observed: string, cases: readonly string[], none: string) =>
      `multiIf(${[...(isObserved ? [`isNotNull(o_${id}), ${observed}`] : []), ...cases].join(", ")}, ${none})`;
    const among = (pick: (way: Derivation, place: number) => string) =>
      ways.map(({ way, place }) => `isNotNull(${known(place)}), ${pick(way, place)}`);
    return [
      `${choose(`o_${id}`, valued, "NULL")} AS ${chosenValue}_${id}`,
      `${choose(
        "0",
        among((_, place) => String(place)),
        String(UNKNOWN_RANK),
      )} AS ${chosenRank}_${id}`,
      `${choose(`oc_${id}`, among(carriedOf), "0")} AS c_${id}`,
    ];
  });
  const settled = layer.filter(isSettled).map(({ metric }) => metric.id);
  const servedLevels = settled.map((id) => {
    const wholeIsServed = wholeIsServedSql({
      wholeRank: `min(if(whole, q_${id}, ${UNKNOWN_RANK})) OVER asset_day`,
      tokensRank: `min(if(whole, ${UNKNOWN_RANK}, q_${id})) OVER asset_day`,
      knownTokens: `countIf(NOT whole AND is_expected AND q_${id} < ${UNKNOWN_RANK}) OVER asset_day`,
      expectedTokens: "expected",
    });
    return `whole = ${wholeIsServed} AS s_${id}`;
  });
  const served = settled.flatMap((id) => [
    `if(s_${id}, x_${id}, NULL) AS v_${id}`,
    `if(s_${id}, q_${id}, ${UNKNOWN_RANK}) AS r_${id}`,
  ]);
  // Each in a selection of its own: the engine would otherwise repeat a formula wherever its alias occurs.
  return [
    { columns: formulas, window },
    { columns: choices, window },
    { columns: servedLevels, window },
    { columns: served },
  ];
}

export interface DerivedRows {
  /** Table with the observed rows of a batch of assets. */
  table: string;
  /** Table with each asset's `is_sample`, `both_levels`, `dollar_pegged`, `from_day` and expected tokens. */
  plans: string;
  /** Computes the assets known at both levels, or all others. */
  bothLevels: boolean;
  /** Ids of the metrics that those assets have in the table. */
  observed: readonly number[];
  /**
   * Tables with the served values of the days before `from_day`, as `historySql` selects them; null if every day is
   * computed.
   */
  history: History | null;
}

/** Statements that compute derived rows one after another. */
export interface DerivedStatements {
  /** SELECTs by the table with the result of the one before. */
  steps: readonly ((before: string) => string)[];
  /**
   * Selects the derived rows, in the columns of `daily_metrics` without `version`, and `withdrawn`: true in a row that
   * replaces an observed one that is not served.
   */
  rows: (before: string) => string;
}

/** Computes derived rows over observed ones. Null if nothing can be derived. */
export function deriveRowsSql(rows: DerivedRows): DerivedStatements | null {
  const { plans, bothLevels } = rows;
  const isObserved = ({ id }: Metric) => rows.observed.includes(id);
  const observed = involved.filter(isObserved);
  const attained = attainableLevels(levels, isObserved, given).map((level) =>
    level.map((metric) => ({
      ...metric,
      ways: metric.ways.filter(({ way }) => bothLevels || !isOfWhole(way)),
    })),
  );
  // A unit value can be spread from tokens to the asset as a whole.
  const unitValues = observed.filter((metric) => isGiven(metric) && metric.appliesToTokens);
  const found = [...unitValues, ...attained.flat().map(({ metric }) => metric)];
  if (found.length === 0) return null;
  const summedByAny = [...new Set(attained.flatMap(summedIn))];
  const ways = attained.flat().flatMap((metric) => metric.ways);
  const needsWhole = summedByAny.length > 0 || ways.some(({ way }) => isOfWhole(way));
  const hasDayColumns = new Set<MetricSlug>();
  const layers = attained.map((layer): ColumnStep[] => {
    const summed = new Set(bothLevels ? summedIn(layer).filter((slug) => !hasDayColumns.has(slug)) : []);
    for (const slug of summed) hasDayColumns.add(slug);
    return [dayColumnsStep([...summed]), ...derivedLayer(layer, rows)];
  });
  const settled = new Set(attained.flat().flatMap(({ metric }) => (addsUp(metric) ? [metric.id] : [])));
  const cells = found.map((metric) => {
    const { id } = metric;
    const isWithdrawn = bothLevels && isObserved(metric) && settled.has(id);
    const withdrawn = isWithdrawn ? `isNotNull(o_${id}) AND isNull(v_${id})` : "false";
    return `(toUInt32(${id}), v_${id}, r_${id} > 0, c_${id} > 0, toBool(${withdrawn}))`;
  });
  const served = `arrayFilter(c -> (c.3 AND isNotNull(c.2)) OR c.5, [${cells.join(",\n      ")}]) AS cells`;
  const steps = [[observedLayer(observed, bothLevels)], ...layers];
  const lastStep = { columns: [served] };
  const selections = selectColumnSteps(
    pivot(rows, { observed, summed: summedByAny, needsWhole }),
    // Layers without windows take less time together than the tables between them.
    bothLevels ? [...steps, [lastStep]] : [[...steps.flat(), lastStep]],
    ["asset_id", "token_id", "day", "cells"],
  );
  // A plain mean of plausible values can be unknown, but is never larger than they are.
  const rowsOf = (cellRows: string) => `
  SELECT cell.1 AS metric_id, asset_id, token_id, toDate32(day) AS date, ifNull(cell.2, 0) AS value,
    cell.4 AS carried, true AS derived, is_sample, toUInt32(0) AS source_id, cell.5 AS withdrawn
  FROM (${cellRows}) ARRAY JOIN cells AS cell
  INNER JOIN (SELECT asset_id, is_sample FROM ${plans}) AS sampled USING (asset_id)`;
  return {
    steps: selections.slice(0, -1),
    rows: (before) => rowsOf(selections.at(-1)?.(before) ?? before),
  };
}
