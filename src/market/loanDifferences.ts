import type { LoanSplitField } from "#domain";

/** Sums of fewer loans would disclose single ones. */
export const FEWEST_LOANS = 3;

/** Loans with equal values in all splits. */
export interface LoanCell {
  values: Readonly<Partial<Record<LoanSplitField, string | null>>>;
  /** Number of loans with a late amount, or in default. */
  late: number;
  defaulted: number;
}

interface ShownGroup<Group> {
  name: LoanSplitField;
  group: Group;
  /** Number of loans in its figure. */
  loans: number;
}

/**
 * A group whose loans are all in a group of another split that has so few more of them that the difference of
 * the two figures would disclose those; undefined for none.
 */
export function disclosingGroup<Group extends { values: readonly (string | null)[] }>(
  shown: readonly ShownGroup<Group>[],
  loansOf: (cell: LoanCell) => number,
  cells: readonly LoanCell[],
): Group | undefined {
  const isIn = ({ name, group }: ShownGroup<Group>, { values }: LoanCell) =>
    group.values.includes(values[name] ?? null);
  const isDisclosed = (inner: ShownGroup<Group>, outer: ShownGroup<Group>): boolean => {
    const more = outer.loans - inner.loans;
    if (inner.name === outer.name || inner.loans === 0 || more < 1 || more >= FEWEST_LOANS) return false;
    const shared = cells.reduce(
      (sum, cell) => (isIn(inner, cell) && isIn(outer, cell) ? sum + loansOf(cell) : sum),
      0,
    );
    return shared === inner.loans;
  };
  return shown.find((inner) => shown.some((outer) => isDisclosed(inner, outer)))?.group;
}
