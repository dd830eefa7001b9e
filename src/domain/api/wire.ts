/** Types of the responses of REST and RPC, inferred from the schemas in `answers.ts`. */

import type { z } from "zod";
import type { CheckSeverity, CheckSlug } from "../checks/checks";
import type { MetricValue } from "../metrics/lookbacks";
import type { FieldValue } from "../resources/resource";
import type * as answers from "./answers";

type Of<Name extends Exclude<keyof typeof answers, "namedSchemas">> = z.output<(typeof answers)[Name]>;

export type EntityStats = Of<"entityStatsSchema">;
export type NestedValue = Of<"nestedValueSchema">;
export type CellValue =
  | FieldValue
  | MetricValue
  | readonly EntityStats[]
  | NestedValue
  | readonly NestedValue[];
export type ResourceRow = Of<"resourceRowSchema">;
export type DatedMark = Of<"datedMarkSchema">;
export type Warning = Of<"warningSchema">;
export type Group = Of<"groupSchema">;
export type Measure = Of<"measureSchema">;
export type AggregateRow = Of<"aggregateRowSchema">;
export type SeriesResult = Of<"seriesResultSchema">;
export type Point = SeriesResult["points"][number];
export type FieldMeta = Of<"fieldMetaSchema">;
export type MeasureMeta = Of<"measureMetaSchema">;
export type NestedMeta = Of<"nestedMetaSchema">;
export type ResourceMeta = Of<"resourceMetaSchema">;
export type Source = Of<"sourceSchema">;
export type ExplainedObservation = Of<"explainedObservationSchema">;
export type UnusedObservation = Of<"unusedObservationSchema">;
export type ComputedFigure = Of<"computedFigureSchema">;
export type SupersededObservation = Of<"supersededObservationSchema">;
export type ExplainedMember = Of<"explainedMemberSchema">;
export type Explanation = Of<"explanationSchema">;
export type LedgerOrigin = Of<"ledgerOriginSchema">;
export type SourceFreshness = Of<"sourceFreshnessSchema">;
export type FigureSources = Of<"figureSourcesSchema">;
export type MarketFreshness = Of<"marketFreshnessSchema">;
export type MarketStatus = Of<"marketStatusSchema">;
export type DataFreshness = Of<"dataFreshnessSchema">;
export type NewestData = DataFreshness["sources"][number];
export type ErrorBody = Of<"errorSchema">;
export type AddressHistory = Of<"addressHistorySchema">;
export type AddressToken = AddressHistory["tokens"][number];

type Paged = Of<"pageSchema">;
type AggregatedPage = Of<"aggregatedPageSchema">;
export type PageInfo = Paged["pagination"];

export interface ListResponse extends Paged {
  results: readonly ResourceRow[];
}

/** One entity, with the same fields and metrics as in a list. */
export interface EntityResponse {
  result: ResourceRow;
  warnings?: readonly Warning[];
}

export interface AggregatesResponse extends AggregatedPage {
  results: readonly AggregateRow[];
}

export interface SeriesResponse extends AggregatedPage {
  results: readonly SeriesResult[];
}

/** Numbers of rows by month and group: months as `YYYY-MM`, ascending. */
export interface MonthCounts {
  results: readonly { month: string; group: string | null; count: number }[];
}

/** Open results of one check about one metric. */
export interface OpenCheck {
  check: CheckSlug;
  severity: CheckSeverity;
  measure: { slug: string; name: string };
  /** Number of open results, and of entities that they are about. */
  results: number;
  subjects: number;
  /** The day on which the oldest was found, and the latest day that any is about. */
  since: string;
  last_date: string;
  /** Whether all of them are about sample figures. */
  is_sample: boolean;
}

/** A holder of one token. */
export interface TokenHolder {
  address: string;
  /** Name and kind of the address in the catalog; null if it is not listed. */
  label: string | null;
  kind: string | null;
  /** Units, rounded to double precision, and exact as text. */
  units: number;
  balance: string;
  /** Of total supply on the network; null if that is not above zero. */
  share_percent: number | null;
  /** First day of the present holding, `YYYY-MM-DD`. */
  since: string;
}

/** A token with its largest holders, the largest first. */
export interface TokenHolders {
  token_id: number;
  symbol: string;
  network: { slug: string; name: string };
  explorer_url: string | null;
  explorer_name: string | null;
  /** Day of whose end the balances are; null without holders. */
  date: string | null;
  /** Number of all holders. */
  holders: number;
  largest: readonly TokenHolder[];
}

/** What the addresses of one kind hold of all tokens of an asset. */
export interface HoldersByKind {
  /** Null: of no known kind. */
  kind: string | null;
  holders: number;
  units: number;
  share_percent: number | null;
  value_dollar: number | null;
}

/**
 * The largest holders of an asset. `none`: no ledger of its tokens is read; `sign_in`: only for users with an account; `off`:
 * the installation shows none.
 */
export interface LargestHolders {
  state: "shown" | "none" | "sign_in" | "off";
  tokens: readonly TokenHolders[];
  kinds: readonly HoldersByKind[];
}

/** An address, or why it is not shown. */
export type ShownAddress =
  | { state: "shown"; history: AddressHistory }
  | { state: "sign_in" | "off" }
  | { state: "missing"; reason: string };

/** Fields by which loans are split when they are returned as sums. */
export const loanSplitFields = ["sector", "collateral_type", "status", "region"] as const;
export type LoanSplitField = (typeof loanSplitFields)[number];

/** Sums over several loans, in dollars. */
export interface LoanSum {
  loans: number;
  issued: number;
  /** Of loans that are current or late. */
  outstanding: number;
  /**
   * The late part of `outstanding`; null, like the amount in default, where it would disclose single loans.
   */
  late: number | null;
  defaulted: number | null;
}

/** Groups of each split, the largest first. */
export type LoanSplits = Readonly<
  Record<
    LoanSplitField,
    readonly (LoanSum & {
      /** Null for an unknown value and for the rest. */
      value: string | null;
      /** Whether it combines the groups that are too small to be returned separately. */
      isRest: boolean;
    })[]
  >
>;

/** A metric over the last `days` days, for a sparkline. */
export interface MetricTrends {
  days: number;
  results: readonly {
    /** Slug of the metric. */
    metric: string;
    /** Id of the group; null for the total of all groups. */
    id: Group["id"];
    /**
     * At equal intervals, ending on the latest day: 0 for the lowest value, 100 for the highest, null where
     * unknown.
     */
    shape: readonly (number | null)[];
  }[];
}

/** For how many tokens metrics are currently known. */
export interface MetricCoverage {
  /** All tokens. */
  tokens: number;
  /** `tokens` counts those with a known value of the metric. */
  results: readonly { metric: string; tokens: number }[];
}

/** The metric under `slug` in a row; null if the row does not include it. */
export function metricOf(row: ResourceRow | AggregateRow, slug: string): MetricValue | null {
  const cell: unknown = row[slug];
  return typeof cell === "object" && cell !== null && "val" in cell ? (cell as MetricValue) : null;
}
