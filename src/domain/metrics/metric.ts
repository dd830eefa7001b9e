/**
 * The description of a metric. Each metric is described once, in `catalogue.ts`; storage, derivation,
 * queries, `/meta`, OpenAPI, pickers, tables, exports and the data dictionary all read that description.
 */

import type { AcrossTokens } from "./aggregationWords";
import type { MetricSlug } from "./catalogue";

export const units = ["dollar", "token", "percent", "count", "days", "index"] as const;
export type Unit = (typeof units)[number];

/** How values are written for readers. */
export interface FigureFormat {
  /** `compact` shortens from a thousand on (`$1.23B`); `full` writes every digit before the point. */
  notation: "compact" | "full";
  /**
   * Maximum number of decimals. A column whose values have fewer shows fewer, the same number in every row.
   */
  decimals: number;
}

/** How figures of a unit are written where their description says nothing else. */
export const unitFormats: Readonly<Record<Unit, FigureFormat>> = {
  dollar: { notation: "compact", decimals: 2 },
  token: { notation: "compact", decimals: 2 },
  percent: { notation: "full", decimals: 2 },
  count: { notation: "full", decimals: 0 },
  days: { notation: "full", decimals: 1 },
  index: { notation: "full", decimals: 4 },
};

/** The format of a field's unit; null for what has none of them. */
export const formatOfUnit = (unit: string | null): FigureFormat | null =>
  Object.entries(unitFormats).find(([known]) => known === unit)?.[1] ?? null;

/** What more of a metric means to those who hold or watch an asset. */
export const polarities = ["good", "bad", "neutral"] as const;
export type Polarity = (typeof polarities)[number];

/** `stock`: a level at the end of a day. `flow`: what happened during a day. */
export type MetricKind = "stock" | "flow";

/**
 * A stock that was not reported for at most this many days in a row is carried forward; older values are
 * unknown. A flow is known on its day only.
 */
export const CARRY_DAYS = 7;

/** Larger than anything counted here: a value above it is a mistake of units or of the program that wrote it. */
export const LARGEST_PLAUSIBLE = 1e24;

/** Share of a value by which rounding may make a part larger than its whole. */
export const RELATION_TOLERANCE = 1e-6;

/** What becomes of an observation that breaks a relation: it is quarantined, or stored with a warning that is listed. */
export type Breach = "quarantine" | "warn";

/**
 * Computation of values that were not observed. Alternatives are tried in order; the first one with all
 * inputs known on that day is used. Each factor of a product is a list of slugs; the first known one is used.
 */
export type Derivation<Slug extends string = MetricSlug> =
  | { op: "product"; factors: readonly (readonly Slug[])[] }
  /** `unlessLocked`: not on native tokens of an asset with bridged ones, whose units may be locked to back those. */
  | { op: "copy"; of: Slug; unlessLocked?: true }
  /** Copies reported values only, not values that were themselves derived. */
  | { op: "copyReported"; of: Slug; unlessLocked?: true }
  /** Of an asset as a whole with bridged tokens: the sum over its native tokens, known if each of them is. */
  | { op: "sumOfNative"; of: Slug }
  | { op: "difference"; of: Slug; less: Slug }
  | { op: "ratio"; of: Slug; over: Slug }
  /** A ratio in percent. */
  | { op: "share"; of: Slug; within: Slug }
  /** Excess of one over the other, in percent of the other; negative if it is below. */
  | { op: "excess"; of: Slug; over: Slug }
  /** How far one is above a dollar, in percent: of stablecoins pegged to the dollar alone. */
  | { op: "excessOverDollar"; of: Slug }
  /** Sum over the last `days` days, today included; needs a value today. */
  | { op: "trailingSum"; of: Slug; days: number };

/** The inputs of a derivation, in order: each a list of metrics; the first known one is used. */
export function inputsOf<Slug extends string>(way: Derivation<Slug>): readonly (readonly Slug[])[] {
  switch (way.op) {
    case "product":
      return way.factors;
    case "copy":
    case "copyReported":
    case "sumOfNative":
    case "excessOverDollar":
    case "trailingSum":
      return [[way.of]];
    case "difference":
      return [[way.of], [way.less]];
    case "ratio":
    case "excess":
      return [[way.of], [way.over]];
    case "share":
      return [[way.of], [way.within]];
  }
}

export interface Metric<Slug extends string = MetricSlug, Read extends string = Slug> {
  id: number;
  /** Other ids that mean this metric, for clients that send them; answers to them carry them. */
  idAliases: readonly number[];
  /** Wire name; stable for ever. */
  slug: Slug;
  /** Other wire names that mean this metric. */
  aliases: readonly string[];
  /** Full name, as in exports: `Total Asset Value (Dollar)`. */
  name: string;
  /** Short name for tiles, columns and pickers. */
  label: string;
  /** Topic shared with other metrics: `Supply`, `Activity`. */
  topic: string;
  unit: Unit;
  kind: MetricKind;
  across: AcrossTokens<Read>;
  /**
   * Level of observations: `token` per deployment, `asset` for the whole asset (a price applies to every
   * deployment), or both.
   */
  observedOn: readonly ("asset" | "token")[];
  /** An asset-level observation also stands for each of its tokens (prices and yields do, supplies do not). */
  appliesToTokens: boolean;
  /** A figure of one unit, such as a price: offered only where there is one unit (`perUnit.ts`), never over several assets. */
  isPerUnit: boolean;
  /** Bounds of valid values; null for none. Imports reject others. */
  least: number | null;
  most: number | null;
  /** Whether its observations are whole numbers. Imports reject others. */
  isWhole: boolean;
  /** Metrics that it cannot exceed on the same listing and day. Imports check it. */
  atMost: readonly { metric: Read; breach: Breach }[];
  /** Factor from which a change between observations at most `CARRY_DAYS` apart is implausible; null for none. */
  plausibleChange: { factor: number; breach: Breach } | null;
  /** How its values are written. */
  format: FigureFormat;
  /** Whether more of it is good, bad or neither: changes are coloured by it (docs/decisions/0013). */
  polarity: Polarity;
  /** One sentence for the reader of a page. */
  doc: string;
  /** Short distinction from similar metrics; null if its label is unambiguous. */
  gist: string | null;
  /** The formula as text and symbols. */
  formula: string;
  derive: readonly Derivation<Read>[];
  /** Slug of the metric with its reference figures; null for none. */
  benchmark: Read | null;
  /** Where observations of it come from. */
  source: string;
}

/** Aggregate functions that a query can request instead of a metric's own rule. */
export const aggregateFunctions = ["sum", "avg", "min", "max"] as const;
export type AggregateFunction = (typeof aggregateFunctions)[number];
