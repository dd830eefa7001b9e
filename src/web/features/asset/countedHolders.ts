import { metricOf, type ResourceRow } from "#domain/api";
import type { MetricSlug } from "#domain/metrics";

const COUNT = "holding_addresses_count";
const VALUE = "bridged_token_value_dollar";

const figureOf = (row: ResourceRow, metric: MetricSlug): number | null => metricOf(row, metric)?.val ?? null;

export interface CountedHolders {
  /** Value per counted holder in dollars; null if either figure is unknown. */
  average: number | null;
  /**
   * If some tokens have no holder count: number of counted tokens, and their share of the value in percent.
   */
  part: { tokens: number; of: number; share: number | null } | null;
}

/**
 * Average value per holder. Holders are often counted for some tokens only; the value of the others is
 * excluded.
 */
export function countedHolders(asset: ResourceRow, tokens: readonly ResourceRow[]): CountedHolders {
  const holders = figureOf(asset, COUNT);
  const value = figureOf(asset, VALUE);
  const counted = tokens.filter((token) => figureOf(token, COUNT) !== null);
  const sum = (of: readonly ResourceRow[], metric: MetricSlug) =>
    of.reduce((total, token) => total + (figureOf(token, metric) ?? 0), 0);
  // Holders counted for the asset as a whole cover its full value.
  if (counted.length === 0 || sum(counted, COUNT) !== holders) {
    return { average: quotient(value, holders), part: null };
  }
  const valued = counted.filter((token) => figureOf(token, VALUE) !== null);
  const countedValue = valued.length === 0 ? null : sum(valued, VALUE);
  const share = quotient(countedValue, value);
  return {
    average: quotient(countedValue, sum(valued, COUNT)),
    part:
      counted.length === tokens.length
        ? null
        : { tokens: counted.length, of: tokens.length, share: share === null ? null : 100 * share },
  };
}

const quotient = (of: number | null, by: number | null): number | null =>
  of === null || by === null || by === 0 ? null : of / by;
