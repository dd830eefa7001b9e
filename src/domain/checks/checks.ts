/**
 * The checks of served figures, each described once: the rows of results, the API, `/status`, watches and `docs/checks.md`
 * read this list. What a check requires of a metric is declared in the catalogue of metrics (`least`, `most`, `atMost`,
 * `plausibleChange`) or in `rules` below. To add a check, describe it here and compute it in `src/ingest/checks`.
 */
import { type MetricSlug, metricOfSlug, metrics } from "../metrics/catalogue";
import { addsUp } from "../metrics/combination";
import { CARRY_DAYS, type Metric } from "../metrics/metric";

export const checkSeverities = ["error", "warning", "notice"] as const;
export type CheckSeverity = (typeof checkSeverities)[number];

/** The meaning of each severity. */
export const severityDocs: Readonly<Record<CheckSeverity, string>> = {
  error: "the figure is impossible",
  warning: "the figure is probably wrong",
  notice: "the figure can be right, but is worth a look",
};

export const checkStates = ["open", "resolved"] as const;
export type CheckState = (typeof checkStates)[number];

/** Bounds of checks that do not follow from the description of a metric. */
export const rules = {
  /** Factor from which a change of a price or NAV from one day to another is implausible. */
  unitPriceFactor: 10,
  /** Days around a change in which an incident or corporate action explains it. */
  eventDays: 7,
  /** Days in a row that a price may be carried forward while it is current. */
  staleDays: 3,
  /** Days in a row on which a market price may be the same, with a report on at least two of three. */
  frozenDays: 21,
  frozenReports: 14,
  /** Significant digits above which the same flow on two days in a row is not a coincidence. */
  repeatedDigits: 6,
  /** Share by which totals and the sum of their parts may differ. */
  sumTolerance: 1e-9,
} as const;

export interface Check<Slug extends string = string> {
  slug: Slug;
  name: string;
  severity: CheckSeverity;
  /** What it finds, for readers of `/status` and of the API. */
  doc: string;
  /** What the column `value` and the column `bound` of a result are. */
  bound: string;
  /** What to do about a result, for the operator. */
  action: string;
  /** Whether each day is judged by itself: days in a row are one result. Otherwise a result is found as a whole. */
  isDaily: boolean;
}

const check = <const Slug extends string>(
  slug: Slug,
  severity: CheckSeverity,
  rest: Omit<Check<Slug>, "slug" | "severity" | "isDaily"> & { isDaily?: boolean },
): Check<Slug> => ({ slug, severity, isDaily: true, ...rest });

export const checks = [
  check("outside_limits", "error", {
    name: "Outside limits",
    doc: "A figure is below the least or above the most that its metric can be, such as a share above 100%.",
    bound: "The figure and the limit of its metric.",
    action:
      "Open the figure's explanation, find the file or feed that reported it, and correct the unit or the value there; or take the import back.",
  }),
  check("exceeds_whole", "error", {
    name: "Exceeds whole",
    doc: "A figure exceeds one that it is a part of on the same day, such as circulating supply above total supply, or the largest holder above the top 5.",
    bound: "The figure and the figure that limits it.",
    action:
      "Compare both figures in their explanations. If two sources report them, declare which is preferred (`SOURCE_PRECEDENCE`); otherwise correct the wrong one.",
  }),
  check("both_levels", "error", {
    name: "Both levels",
    doc: "A figure that is summed is served for the asset as a whole and for its tokens on the same day, so totals count it twice.",
    bound: "The figure of the asset as a whole and the sum of its tokens.",
    action: "Run `cadastre verify` on the asset: served rows differ from what its observations give.",
  }),
  check("parts_differ", "error", {
    name: "Parts differ",
    doc: "The total of an asset, network, class, platform, firm or jurisdiction differs from the sum of its tokens.",
    bound: "The total and the sum of its parts.",
    action: "Run `cadastre verify`: the stored totals differ from what the observations give.",
    isDaily: false,
  }),
  check("counted_twice", "error", {
    name: "Counted twice",
    doc: "Two addresses of one asset on one network have the same supply, to the digit, on the same day: probably one token listed twice, such as a proxy and its implementation, or a contract and its successor.",
    bound: "The supply of the token and that of the other one.",
    action:
      "Compare both contracts on an explorer. If they are one token, remove one of them from the catalog, or import its supply as zero from the day of the migration on.",
  }),
  check("implausible_change", "warning", {
    name: "Implausible change",
    doc: `A level changes by a factor of 1,000 or more, or a price or NAV by a factor of ${rules.unitPriceFactor} or more, between observations at most ${CARRY_DAYS} days apart, and no incident or corporate action within ${rules.eventDays} days explains it.`,
    bound: "The figure and the figure before.",
    action:
      "Look for a change of units (cents, thousands, decimals of the token). If the change is real, such as a split, add the corporate action to the evidence of the asset.",
  }),
  check("gap", "warning", {
    name: "Gap",
    doc: `Figures are missing on more than ${CARRY_DAYS} days in a row between two reported ones. They are unknown on those days, and totals leave them out.`,
    bound: `The number of missing days and the longest gap that is carried forward, ${CARRY_DAYS} days.`,
    action: "Import the missing days. If the source did not report them, nothing needs to be done.",
    isDaily: false,
  }),
  check("stale_price", "warning", {
    name: "Stale price",
    doc: `The current price or NAV was last reported more than ${rules.staleDays} days before the latest day, and is carried forward. Values that are computed with it are as old.`,
    bound: `The number of days since it was reported and the most that passes, ${rules.staleDays} days.`,
    action: "Check the job of the feed at /admin/data, or import the latest prices.",
    isDaily: false,
  }),
  check("frozen_price", "notice", {
    name: "Frozen price",
    doc: `A market price was reported on at least ${rules.frozenReports} of ${rules.frozenDays} days and is the same to the digit on all of them: the feed may repeat its last price. A price of exactly 1 passes.`,
    bound: `The price and the number of days, ${rules.frozenDays}.`,
    action: "Compare the price with its venue. If it is not traded, report it less often.",
  }),
  check("repeated_flow", "warning", {
    name: "Repeated flow",
    doc: `A flow of more than ${rules.repeatedDigits} significant digits is the same on two days in a row: one day was probably reported twice.`,
    bound: "The flow and that of the day before.",
    action:
      "Compare both days with the source, and import the right figure for the day that repeats the other.",
  }),
  check("supply_differs", "warning", {
    name: "Supply differs from contract",
    doc: "The supply that the transfers of a token add up to differs from the one that its contract states at the same block. Its contract changes balances without transfers, or transfers are missing.",
    bound: "The supply by its transfers and the supply by its contract, at the last block that was read.",
    action:
      "Run `cadastre chain verify` on the token. If ranges differ, read them again with `cadastre chain rewind`. Otherwise state the `kind` of the token in the catalog: supply is then the one that its contract states.",
    isDaily: false,
  }),
] as const;

export type CheckSlug = (typeof checks)[number]["slug"];
export const checkSlugs: readonly CheckSlug[] = checks.map(({ slug }) => slug);

export function checkOf(slug: CheckSlug): Check<CheckSlug> {
  const found = checks.find((one) => one.slug === slug);
  if (found === undefined) throw new Error(`There is no check ${slug}`);
  return found;
}

export const isCheckSlug = (slug: string): slug is CheckSlug => checkSlugs.some((one) => one === slug);

/** A metric that cannot exceed another one on the same listing and day. */
export interface Relation {
  part: Metric;
  whole: Metric;
}

/** Relations that are checked, but not refused in imports: sources that differ in their methods break them. */
const looseRelations: readonly (readonly [part: MetricSlug, whole: MetricSlug])[] = [
  ["bridged_token_supply_token", "circulating_supply_token"],
  ["circulating_asset_value_dollar", "total_asset_value_dollar"],
  ["defaulted_loans_amount_dollar", "cumulative_issued_amount_dollar"],
  ["late_loans_amount_dollar", "outstanding_capital_dollar"],
  ["trailing_7_day_transfer_volume_dollar", "trailing_30_day_transfer_volume_dollar"],
];

export const checkedRelations: readonly Relation[] = [
  ...metrics.flatMap((part) => part.atMost.map(({ metric }) => ({ part, whole: metricOfSlug(metric) }))),
  ...looseRelations.map(([part, whole]) => ({ part: metricOfSlug(part), whole: metricOfSlug(whole) })),
];

/** Factor from which a change of a metric is implausible; null for none. */
export const changeFactorOf = ({ isPerUnit, derive, plausibleChange }: Metric): number | null =>
  isPerUnit && derive.length === 0 ? rules.unitPriceFactor : (plausibleChange?.factor ?? null);

/** Whether the age of its current value is checked: prices and NAV as reported. */
export const isAgeChecked = ({ isPerUnit, derive }: Metric): boolean => isPerUnit && derive.length === 0;

const marketPrices: readonly MetricSlug[] = ["price_dollar", "spot_price_dollar", "listed_price_dollar"];
/** Whether it is a market price, which moves on every day of trading. */
export const isMarketPrice = ({ slug }: Metric): boolean => marketPrices.includes(slug);

/** The metric by which tokens that are listed twice are found. */
export const SUPPLY_METRIC = metricOfSlug("total_supply_token");

/** Metrics whose totals are the sums of their parts. */
export const summedMetrics: readonly Metric[] = metrics.filter(addsUp);
