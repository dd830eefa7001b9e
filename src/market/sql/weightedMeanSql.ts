export interface WeightedMean {
  /** Column of values. */
  value: string;
  /** Column of weights, null where unknown or not above zero. */
  weight: string;
  /** Whether the members of one asset of which no weight is known show their plain mean. */
  withinAsset: boolean;
}

/**
 * Mean of a column by weight, over rows whose value and weight are both known; needs the column `asset_id`.
 * It is never outside of its members, whatever the quotient is rounded to: of values that are all 100 it is 100, not
 * 99.99999999999999.
 */
export function weightedMeanSql({ value, weight, withinAsset }: WeightedMean): string {
  const counts = `isNotNull(${value}) AND isNotNull(${weight})`;
  const quotient = `sumKahan(${value} * ${weight}) / nullIf(sumKahan(if(isNull(${value}), NULL, ${weight})), 0)`;
  const mean = `least(maxIf(${value}, ${counts}), greatest(minIf(${value}, ${counts}), ${quotient}))`;
  const average = `least(max(${value}), greatest(min(${value}), avg(${value})))`;
  const plain = withinAsset ? `if(uniqExact(asset_id) = 1, ${average}, NULL)` : "NULL";
  return `ifNull(${mean}, ${plain})`;
}
