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
 * One member's value is taken as it is, without a rounding by its weight.
 */
export function weightedMeanSql({ value, weight, withinAsset }: WeightedMean): string {
  const counts = `isNotNull(${value}) AND isNotNull(${weight})`;
  const only = `anyIf(${value}, ${counts})`;
  const mean = `sumKahan(${value} * ${weight}) / nullIf(sumKahan(if(isNull(${value}), NULL, ${weight})), 0)`;
  const plain = withinAsset ? `if(uniqExact(asset_id) = 1, avg(${value}), NULL)` : "NULL";
  return `ifNull(if(countIf(${counts}) = 1, ${only}, ${mean}), ${plain})`;
}
