/**
 * Bits of the grids into which a value is cut: multiples of 2^26, 2^-8, 2^-42 and 2^-76. A sum of up to a million
 * parts on one grid has no rounding, so that it is the same in whatever order the engine adds them up. That holds for
 * totals up to 2^78 (3e23); what is finer than 2^-77 (7e-24) is left out. Beyond those bounds a sum is what floating
 * point makes of it.
 */
const GRIDS = [26, -8, -42, -76] as const;

/** Rounds to multiples of 2^bits: a double has no room for finer bits beside this constant. */
const rounded = (value: string, bits: number) => {
  const constant = 1.5 * 2 ** (52 + bits);
  return `((${value}) + ${constant} - ${constant})`;
};

/**
 * SQL of a sum that does not depend on the order of its members: the same question has the same answer to the last
 * digit, however many threads read for it. Null where no member is known. `over` makes it a window's.
 */
export function exactSumSql(value: string, over = ""): string {
  const [coarsest, ...finer] = GRIDS.map((bits, i) => {
    const upTo = rounded(value, bits);
    const coarser = GRIDS[i - 1];
    const part = coarser === undefined ? upTo : `${upTo} - ${rounded(value, coarser)}`;
    return `sum(${part})${over}`;
  });
  // From the finest grid on, so that what the parts lose to each other is the least.
  return `(${coarsest} + (${finer.join(" + (")}${")".repeat(finer.length)})`;
}

/** Share of its largest member below which a sum is what the rounding of its members left of zero. */
const ROUNDING = 1e-12;

/**
 * SQL of a sum whose members may cancel out, as what flows out of one network and into another does: then it is zero,
 * and has no change in percent.
 */
export const settledSumSql = (sum: string, value: string, over = ""): string =>
  `if(abs(${sum}) < ${ROUNDING} * max(abs(${value}))${over}, 0., ${sum})`;

/**
 * An exact sum for few members in a statement of many sums, such as the totals of every metric: shorter to read for the
 * engine, which keeps and sorts the members of each sum.
 */
export const sortedSumSql = (value: string): string =>
  `if(count(${value}) = 0, NULL, arrayReduce('sumKahan', arraySort(groupArray(${value}))))`;
