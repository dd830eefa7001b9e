import { type MetricSlug, metricOf, type ResourceRow } from "#domain";

const COUNT = "holding_addresses_count";
const VALUE = "bridged_token_value_dollar";

const figureOf = (row: ResourceRow, metric: MetricSlug): number | null => metricOf(row, metric)?.val ?? null;

export interface CountedHolders {
  /** Value of what is held, divided by those who hold it; null where either is unknown. */
  average: number | null;
  /** Where the holders of some tokens are not counted: how many are, and their part of the value in percent. */
  part: { tokens: number; of: number; share: number | null } | null;
}

/**
 * What holders have on average. Holders are often counted for some tokens of an asset alone; the value of the others
 * is not theirs.
 */
export function countedHolders(asset: ResourceRow, tokens: readonly ResourceRow[]): CountedHolders {
  const holders = figureOf(asset, COUNT);
  const value = figureOf(asset, VALUE);
  const counted = tokens.filter((token) => figureOf(token, COUNT) !== null);
  const sum = (of: readonly ResourceRow[], metric: MetricSlug) =>
    of.reduce((total, token) => total + (figureOf(token, metric) ?? 0), 0);
  // Counted for the asset as a whole, they hold all of it.
  if (counted.length === 0 || sum(counted, COUNT) !== holders) {
    return { average: quotient(value, holders), part: null };
  }
  const valued = counted.filter((token) => figureOf(token, VALUE) !== null);
  const held = valued.length === 0 ? null : sum(valued, VALUE);
  const share = quotient(held, value);
  return {
    average: quotient(held, sum(valued, COUNT)),
    part:
      counted.length === tokens.length
        ? null
        : { tokens: counted.length, of: tokens.length, share: share === null ? null : 100 * share },
  };
}

const quotient = (of: number | null, by: number | null): number | null =>
  of === null || by === null || by === 0 ? null : of / by;
