import type { LoanSplitField } from "#domain";

/** What fewer loans add up to would tell of single ones. */
export const FEWEST_LOANS = 3;

/** Loans that are alike in all that they are split by. */
export interface LoanCell {
  values: Readonly<Partial<Record<LoanSplitField, string | null>>>;
  /** How many of them owe something late, or in default. */
  late: number;
  defaulted: number;
}

interface ShownGroup<Group> {
  name: LoanSplitField;
  group: Group;
  /** How many loans its figure is of. */
  loans: number;
}

/**
 * A group whose loans all lie within a group of another split that has so few more of them that the difference of the
 * two figures would tell what these owe; undefined where there is none.
 */
export function tellingGroup<Group extends { values: readonly (string | null)[] }>(
  shown: readonly ShownGroup<Group>[],
  loansOf: (cell: LoanCell) => number,
  cells: readonly LoanCell[],
): Group | undefined {
  const isIn = ({ name, group }: ShownGroup<Group>, { values }: LoanCell) =>
    group.values.includes(values[name] ?? null);
  const isTold = (inner: ShownGroup<Group>, outer: ShownGroup<Group>): boolean => {
    const more = outer.loans - inner.loans;
    if (inner.name === outer.name || inner.loans === 0 || more < 1 || more >= FEWEST_LOANS) return false;
    const shared = cells.reduce(
      (sum, cell) => (isIn(inner, cell) && isIn(outer, cell) ? sum + loansOf(cell) : sum),
      0,
    );
    return shared === inner.loans;
  };
  return shown.find((inner) => shown.some((outer) => isTold(inner, outer)))?.group;
}
