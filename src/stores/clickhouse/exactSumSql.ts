/**
 * Bits of the grids into which a value is split: multiples of 2^26, 2^-8, 2^-42 and 2^-76. A sum of up to a
 * million parts on one grid has no rounding, so it does not depend on the order of addition. Valid for totals
 * up to 2^78 (3e23); parts below 2^-77 (7e-24) are dropped. Beyond these limits a sum has floating-point
 * rounding.
 */
const GRIDS = [26, -8, -42, -76] as const;

/** Rounds to multiples of 2^bits: added to this constant, a double has no finer bits. */
const rounded = (value: string, bits: number) => {
  const constant = 1.5 * 2 ** (52 + bits);
  return `((${value}) + ${constant} - ${constant})`;
};

/**
 * SQL of a sum that does not depend on the order of its members, so that results are identical to the last
 * digit for any number of threads. Null if no member is known. `over` makes it a window function.
 */
export function exactSumSql(value: string, over = ""): string {
  const [coarsest, ...finer] = GRIDS.map((bits, i) => {
    const upTo = rounded(value, bits);
    const coarser = GRIDS[i - 1];
    const part = coarser === undefined ? upTo : `${upTo} - ${rounded(value, coarser)}`;
    return `sum(${part})${over}`;
  });
  // From the finest grid to the coarsest, which minimizes the loss between the parts.
  return `(${coarsest} + (${finer.join(" + (")}${")".repeat(finer.length)})`;
}

/** Relative to its largest member, sums below this are rounding errors of zero. */
const ROUNDING = 1e-12;

/**
 * SQL of a sum whose members can cancel out, such as flows out of one network into another: then it is
 * exactly zero, with no change in percent.
 */
export const settledSumSql = (sum: string, value: string, over = ""): string =>
  `if(abs(${sum}) < ${ROUNDING} * max(abs(${value}))${over}, 0., ${sum})`;

/**
 * An exact sum for few members in a statement of many sums, such as the totals of every metric: faster to
 * parse for the engine, which stores and sorts the members of each sum.
 */
export const sortedSumSql = (value: string): string =>
  `if(count(${value}) = 0, NULL, arrayReduce('sumKahan', arraySort(groupArray(${value}))))`;
