/**
 * Applies the change of the shown list to the latest requested one, so that earlier additions and removals
 * that are not shown yet are kept.
 *
 * @param next the shown list with items added, removed or reordered
 */
export const changedAs = <T>(requested: readonly T[], shown: readonly T[], next: readonly T[]): T[] => [
  ...next.filter((one) => shown.includes(one) && requested.includes(one)),
  ...requested.filter((one) => !shown.includes(one)),
  ...next.filter((one) => !shown.includes(one) && !requested.includes(one)),
];
