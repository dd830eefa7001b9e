import { type ChartPlan, isPrimary } from "./planChart";

/** Limit of drawn dates: more are not distinguishable in the image of a page, and each adds to its size. */
const MOST_DATES = 240;

/**
 * Reduces a plan to about `most` dates, for images without space for all. Of each run of adjacent dates,
 * those with the lowest and highest sum are kept, so that no peak is lost, and the ends of gaps.
 */
export function thinDates(plan: ChartPlan, most = MOST_DATES): ChartPlan {
  const count = plan.dates.length;
  if (count <= most) return plan;
  const run = Math.ceil((2 * count) / most);
  const keep = new Set([0, count - 1]);
  for (let start = 0; start < count; start += run) {
    let low = start;
    let high = start;
    for (let index = start; index < Math.min(start + run, count); index++) {
      if (sumAt(plan, index) < sumAt(plan, low)) low = index;
      if (sumAt(plan, index) > sumAt(plan, high)) high = index;
    }
    keep.add(low).add(high);
  }
  for (const { drawn } of plan.layers) {
    for (let index = 1; index < count; index++) {
      if ((drawn[index] === null) !== (drawn[index - 1] === null)) keep.add(index - 1).add(index);
    }
  }
  const kept = [...keep].sort((a, b) => a - b);
  const pick = <T>(list: readonly T[]): T[] => kept.flatMap((index) => list.slice(index, index + 1));
  return {
    ...plan,
    dates: pick(plan.dates),
    times: pick(plan.times),
    layers: plan.layers.map((layer) => ({
      ...layer,
      drawn: pick(layer.drawn),
      values: pick(layer.values),
    })),
  };
}

/** Uses the values, because shares always add up to the same total. */
function sumAt({ layers }: ChartPlan, index: number): number {
  let sum = 0;
  for (const { values } of layers.filter(isPrimary)) sum += values[index] ?? 0;
  return sum;
}
