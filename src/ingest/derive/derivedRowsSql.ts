/**
 * SQL that computes derived metrics, made from the metric descriptions.
 *
 * Rows are listings by day, with one column per metric:
 *   o_<id>  observed (or carried) value; v_<id> value after this step; c_<id> whether it stands on a carried one;
 *   r_<id>  how it was come by: 0 observed, 1 the first alternative of its formula, 2 the second …, 255 unknown.
 *
 * An asset can be known at two levels on the same day: as a whole (its asset-level listing) and by token. A
 * metric that is summed must then be served at one of them, or it would count twice. The level that came by
 * its value better (lower r) wins, tokens where both are equal; tokens always where the metric was observed
 * on tokens. The loser is unknown, also as an input to what follows.
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
  ASSET_LISTING_OFFSET,
  addsUp,
  type Derivation,
  inputsOf,
  isSigned,
  LARGEST_PLAUSIBLE,
  type Metric,
  type MetricSlug,
  metricOfSlug,
  metrics,
} from "#domain";
import { plainMeanSql } from "#stores";
import { type Attainable, attainableLevels, derivationLevels, metricsRead } from "./derivationLevels";

const UNKNOWN = 255;
const levels = derivationLevels(metrics);
const derived = levels.flat();

/** Metrics that take part: what is derived, and what it is derived from. */
const involved: readonly Metric[] = metrics.filter(
  (metric) =>
    metric.derive.length > 0 ||
    derived.some((d) => d.derive.some((way) => metricsRead(way).includes(metric.slug))),
);
const isGiven = (metric: Metric) => metric.derive.length === 0;
const given = involved.filter(isGiven);

const value = (slug: MetricSlug) => `v_${metricOfSlug(slug).id}`;
const carried = (slug: MetricSlug) => `c_${metricOfSlug(slug).id}`;

/** The first known of several metrics. */
const firstValue = (slugs: readonly MetricSlug[]) =>
  slugs.length === 1 ? value(slugs[0] as MetricSlug) : `coalesce(${slugs.map(value).join(", ")})`;
const firstCarried = (slugs: readonly MetricSlug[]): string => {
  const [slug, ...others] = slugs as [MetricSlug, ...MetricSlug[]];
  return others.length === 0
    ? carried(slug)
    : `if(isNotNull(${value(slug)}), ${carried(slug)}, ${firstCarried(others)})`;
};

/** A whole is 100 percent of itself to the last digit, which doubles miss: of 356690493.16 it would be less. */
const shareSql = (part: string, whole: string) =>
  `if(${part} = ${whole} AND ${whole} != 0, 100., 100 * ${part} / nullIf(${whole}, 0))`;

/** The difference first: a quotient less one would have the digits of its rounding. */
const excessSql = (price: string, reference: string) =>
  `100 * (${price} - ${reference}) / nullIf(${reference}, 0)`;

/**
 * SQL of a sum or difference of signed amounts in the 15 digits that the largest of them carries: beyond are the digits
 * of its rounding, which would be all that is left of amounts that cancel out. At most 18 decimals.
 */
const carriedDigitsSql = (amount: string, largest: string) =>
  `round(${amount}, toInt8(15 - ceil(log10(least(greatest(${largest}, 1e-3), 1e24)))))`;

const differenceSql = (of: string, less: string) =>
  carriedDigitsSql(`${of} - ${less}`, `abs(${of}), abs(${less})`);

function formulaOf(way: Derivation): string {
  switch (way.op) {
    case "product":
      return way.factors.map((input) => firstValue(input)).join(" * ");
    case "copy":
      return value(way.of);
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
    case "trailingSum": {
      const days = `OVER (PARTITION BY asset_id, token_id ORDER BY day
        RANGE BETWEEN ${way.days - 1} PRECEDING AND CURRENT ROW)`;
      const sum = `sum(${value(way.of)}) ${days}`;
      const settled = isSigned(metricOfSlug(way.of))
        ? carriedDigitsSql(sum, `max(abs(${value(way.of)})) ${days}`)
        : sum;
      return `if(isNull(${value(way.of)}), NULL, ${settled})`;
    }
  }
}

const carriedOf = (way: Derivation): string =>
  way.op === "trailingSum"
    ? "0"
    : inputsOf(way)
        .map((input) => firstCarried(input))
        .reduce((some, other) => `greatest(${some}, ${other})`);

/** Every listing of an asset on a day, in a fixed order, so that a mean comes out the same to the last digit. */
const ASSET_DAY = `WINDOW asset_day AS (
  PARTITION BY asset_id, day ORDER BY token_id ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING)`;

/** One column per metric and day, from rows of `table`. */
const pivot = ({ table, plans, bothLevels }: DerivedRows, observed: readonly Metric[]) => `
  SELECT asset_id, token_id, toInt32(day_date) AS day, token_id >= ${ASSET_LISTING_OFFSET} AS whole, token_metrics, dollar_pegged,
    ${observed.flatMap(({ id }) => [`o_${id}`, `oc_${id}`]).join(", ")}
  FROM (
    SELECT asset_id, token_id, date AS day_date,
      ${observed
        .flatMap(({ id }) => [
          `anyOrNullIf(value, metric_id = ${id}) AS o_${id}`,
          `maxIf(carried, metric_id = ${id}) AS oc_${id}`,
        ])
        .join(",\n      ")}
    FROM ${table}
    WHERE metric_id IN (${observed.map(({ id }) => id).join(", ")})
      AND asset_id IN (SELECT asset_id FROM ${plans} WHERE both_levels = ${bothLevels})
    GROUP BY asset_id, token_id, date
  ) AS days
  INNER JOIN ${plans} AS plans USING (asset_id)`;

/** Adds v, c and r of the metrics that are only ever observed; spreads unit values to the asset as a whole. */
function observedLayer(from: string, observed: readonly Metric[], bothLevels: boolean): string {
  const amounts = observed.filter((metric) => !metric.appliesToTokens);
  const isAmount = ["false", ...amounts.map(({ id }) => `isNotNull(o_${id})`)].join(" OR ");
  const columns = observed.filter(isGiven).flatMap(({ id, appliesToTokens }) => {
    if (!appliesToTokens) return [`o_${id} AS v_${id}`, `oc_${id} AS c_${id}`, `0 AS r_${id}`];
    if (!bothLevels) {
      return [`o_${id} AS v_${id}`, `oc_${id} AS c_${id}`, `if(isNull(o_${id}), 1, 0) AS r_${id}`];
    }
    const tokens = `if(whole, NULL, o_${id})`;
    const mean = plainMeanSql(tokens, " OVER asset_day");
    const spread = `whole AND isNull(o_${id}) AND (${isAmount})`;
    return [
      `if(${spread}, ${mean}, o_${id}) AS v_${id}`,
      `if(${spread}, max(if(whole, 0, oc_${id})) OVER asset_day, oc_${id}) AS c_${id}`,
      `if(isNull(o_${id}), 1, 0) AS r_${id}`,
    ];
  });
  if (columns.length === 0) return from;
  return `SELECT *, ${columns.join(",\n  ")} FROM (${from}) ${bothLevels ? ASSET_DAY : ""}`;
}

/** Adds v, c and r of the metrics of one level. */
function derivedLayer(from: string, level: readonly Attainable[], bothLevels: boolean): string {
  const ways = level.flatMap(({ metric: { id }, ways }) =>
    ways.flatMap(({ way, place }) => [
      `${formulaOf(way)} AS w${place}_${id}`,
      `${carriedOf(way)} AS wc${place}_${id}`,
    ]),
  );
  const choices = level.flatMap(({ metric: { id }, isObserved, ways }) => {
    const choose = (observed: string, pick: (place: number) => string, none: string) => {
      const cases = [
        ...(isObserved ? [`isNotNull(o_${id}), ${observed}`] : []),
        ...ways.map(({ place }) => `isNotNull(w${place}_${id}), ${pick(place)}`),
      ];
      return `multiIf(${cases.join(", ")}, ${none})`;
    };
    return [
      `${choose("0", String, String(UNKNOWN))} AS q_${id}`,
      `${choose(`o_${id}`, (place) => `w${place}_${id}`, "NULL")} AS x_${id}`,
      `${choose(`oc_${id}`, (place) => `wc${place}_${id}`, "0")} AS c_${id}`,
    ];
  });
  const chosen = `SELECT *, ${choices.join(",\n  ")} FROM (
    SELECT ${["*", ...ways].join(",\n    ")} FROM (${from})
  )`;
  if (!bothLevels) {
    const settled = level.flatMap(({ metric: { id } }) => [`x_${id} AS v_${id}`, `q_${id} AS r_${id}`]);
    return `SELECT *, ${settled.join(", ")} FROM (${chosen})`;
  }
  const best = level.flatMap(({ metric: { id } }) => [
    `min(if(whole, q_${id}, ${UNKNOWN})) OVER asset_day AS qw_${id}`,
    `min(if(whole, ${UNKNOWN}, q_${id})) OVER asset_day AS qt_${id}`,
  ]);
  const settled = level.flatMap(({ metric: { id, across } }) => {
    const wholeWins = `NOT has(token_metrics, ${id}) AND qw_${id} < qt_${id}`;
    return addsUp({ across })
      ? [
          `if(whole = (${wholeWins}), x_${id}, NULL) AS v_${id}`,
          `if(isNull(v_${id}), ${UNKNOWN}, q_${id}) AS r_${id}`,
        ]
      : [`x_${id} AS v_${id}`, `q_${id} AS r_${id}`];
  });
  return `SELECT *, ${settled.join(",\n  ")} FROM (
    SELECT *, ${best.join(",\n    ")} FROM (${chosen}) ${ASSET_DAY}
  )`;
}

export interface DerivedRows {
  /** Table with the observed rows of a batch of assets. */
  table: string;
  /** Table that tells each asset's `is_sample`, `token_metrics`, `both_levels` and `dollar_pegged`. */
  plans: string;
  /** Computes the assets that are known at both levels, or all others. */
  bothLevels: boolean;
  /** Ids of the metrics that those assets have in the table. */
  observed: readonly number[];
}

/**
 * Selects the derived rows over observed ones, in the columns of `daily_metrics` without `version`; null where
 * nothing can be derived. What no file may say is derived from none: a price over next to nothing is unknown.
 */
export function derivedRowsSql(rows: DerivedRows): string | null {
  const { plans, bothLevels } = rows;
  const isObserved = ({ id }: Metric) => rows.observed.includes(id);
  const observed = involved.filter(isObserved);
  const attained = attainableLevels(levels, isObserved, given);
  // A unit value may be spread from tokens to the asset as a whole.
  const unitValues = observed.filter((metric) => isGiven(metric) && metric.appliesToTokens);
  const found = [...unitValues, ...attained.flat().map(({ metric }) => metric)];
  if (found.length === 0) return null;
  const wide = attained.reduce(
    (from, level) => derivedLayer(from, level, bothLevels),
    observedLayer(pivot(rows, observed), observed, bothLevels),
  );
  const cells = found.map(({ id }) => `(toUInt32(${id}), v_${id}, r_${id} > 0, c_${id} > 0)`);
  return `
  SELECT cell.1 AS metric_id, asset_id, token_id, toDate32(day) AS date, assumeNotNull(cell.2) AS value,
    cell.4 AS carried, true AS derived, is_sample, toUInt32(0) AS source_id
  FROM (
    SELECT asset_id, token_id, day, arrayFilter(c -> c.3 AND abs(ifNull(c.2, nan)) <= ${LARGEST_PLAUSIBLE}, [${cells.join(",\n      ")}]) AS cells
    FROM (${wide})
  ) ARRAY JOIN cells AS cell
  INNER JOIN (SELECT asset_id, is_sample FROM ${plans}) AS sampled USING (asset_id)`;
}
