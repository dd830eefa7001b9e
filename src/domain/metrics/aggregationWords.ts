/**
 * The rules of aggregation and their wording for `/meta`, explanations, formulas, warnings and the
 * documentation. The stores implement them in SQL as `combinedSql`.
 */
import type { MetricSlug } from "./catalogue";
import type { AggregateFunction, MetricKind } from "./metric";

/** How values of several tokens are combined. A rule without a weight has the name of its function. */
export type AcrossTokens<Slug extends string = MetricSlug> =
  | { rule: "sum" }
  /** Σ value·weight ÷ Σ weight, over tokens whose value and weight are both known. */
  | { rule: "weighted"; weight: Slug };

/** The two parts of a metric's own rule for all wordings: `mean`, and `weighted by …`. */
function acrossWords(
  across: AcrossTokens<string>,
  named: (slug: string) => string = (slug) => slug,
): { figure: string; weighting: string | null } {
  return "weight" in across
    ? { figure: "mean", weighting: `weighted by ${named(across.weight)}` }
    : { figure: across.rule, weighting: null };
}

/** `sum`, or `mean weighted by total supply`. */
export function acrossPhrase(across: AcrossTokens<string>, named?: (slug: string) => string): string {
  const { figure, weighting } = acrossWords(across, named);
  return weighting === null ? figure : `${figure} ${weighting}`;
}

/** The rule on the wire, in `across` of `/meta` and `across_tokens` of `/measures`: `sum`, or `weighted by` a slug. */
export function acrossOnWire(across: AcrossTokens<string>): string {
  const { figure, weighting } = acrossWords(across);
  return weighting ?? figure;
}

/**
 * The rule as a sentence next to a figure: `Mean across tokens with a value, weighted by total_supply_token`.
 */
export function acrossTokensPhrase(across: AcrossTokens<string>): string {
  const { figure, weighting } = acrossWords(across);
  return `${figure.charAt(0).toUpperCase()}${figure.slice(1)} across tokens with a value${weighting === null ? "" : `, ${weighting}`}`;
}

/** What each function computes from the members of a group. */
export const aggregateFunctionDocs: Readonly<Record<AggregateFunction, string>> = {
  sum: "The sum of the members. A metric aggregated as a weighted mean (see `across`) cannot be summed: its weighted mean is returned, with a warning.",
  avg: "The unweighted mean of the members. Members are assets on `/assets`, each with its own value (the sum or weighted mean of its tokens), and individual tokens on `/tokens`.",
  min: "The lowest member value: an asset on `/assets`, a token on `/tokens`.",
  max: "The highest member value: an asset on `/assets`, a token on `/tokens`.",
};

/** What a metric's own rule computes from the members, where no function is requested. */
export const ownRuleDocs: Readonly<Record<AcrossTokens["rule"], string>> = {
  sum: "The sum of the members, exactly 0 where they cancel out.",
  weighted:
    "The mean of the members, weighted by another metric: Σ value × weight ÷ Σ weight, over members with a known value and a weight above zero. If no weight is known, groups by asset or token have an unweighted mean of their tokens, and other groups have no value. A mean always lies between its lowest and highest member.",
};

/** What is computed from the days of a week, month or year. */
export const overTimeDocs: Readonly<Record<MetricKind, string>> = {
  stock:
    "The total at the end of the period, over the members with a known value on its last day, or on the latest day if the period is not over.",
  flow: "The sum of all members over the days of the period.",
};
