/**
 * A list as it was last asked for, changed as the one that is shown was: what was left out or added a moment before, and
 * is not shown yet, stays so.
 *
 * @param next the shown list with something added, left out or in another order
 */
export const changedAs = <T>(asked: readonly T[], shown: readonly T[], next: readonly T[]): T[] => [
  ...next.filter((one) => shown.includes(one) && asked.includes(one)),
  ...asked.filter((one) => !shown.includes(one)),
  ...next.filter((one) => !shown.includes(one) && !asked.includes(one)),
];
