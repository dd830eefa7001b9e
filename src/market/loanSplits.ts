import { type LoanSplitField, type LoanSplits, loanSplitFields } from "#domain/api";
import { parseQuery } from "#domain/query";
import { fieldByName, loansResource, type Resource } from "#domain/resources";
import { exactSumSql } from "#stores";
import { visibleResourceNamed } from "./access/visibleResourceNamed";
import { compileList } from "./listResource";
import type { Market } from "./market";

/** Sums of fewer loans would disclose single ones. */
const FEWEST_LOANS = 3;

/** Loans with equal values in all splits. */
interface LoanCell {
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
function disclosingGroup<Group extends { values: readonly (string | null)[] }>(
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

type Group = LoanSplits[LoanSplitField][number];

/** A group with all sums known, and the number of loans that contribute to each. */
export interface CountedGroup extends Group {
  /** The values of its loans: several if small groups were combined. */
  values: readonly (string | null)[];
  late: number;
  defaulted: number;
  of: { issued: number; current: number; late: number; defaulted: number };
}

type SumRow = [
  value: string | null,
  loans: string,
  issuedBy: string,
  currentBy: string,
  lateBy: string,
  defaultedBy: string,
  ...sums: [number, number, number, number],
];

/**
 * Sums over all loans by sector, collateral, status and region, for readers without access to loans: only
 * sums of at least three loans, and only of all loans, since the difference of two responses to different
 * conditions could disclose more than either. For the same reason a smaller sum is never hidden alone, and
 * neither is one that differs from a sum of another split by fewer loans (docs/decisions/0081).
 */
export async function loanSplits(market: Market): Promise<LoanSplits> {
  const resource = visibleResourceNamed(market, loansResource.slug);
  return market.remember({
    kind: "splits of loans",
    key: null,
    sizeOf: (splits) => 200 + Object.values(splits).flat().length * 200,
    make: async () => {
      const [cells, ...splits] = await Promise.all([
        cellsOf(market, resource),
        ...loanSplitFields.map(async (name) => ({
          name,
          groups: joinSmall(await groupsBy(market, resource, name)),
        })),
      ]);
      const visible = hideDisclosing(splits, cells);
      return Object.fromEntries(splits.map(({ name }, index) => [name, visible[index] ?? []])) as Record<
        LoanSplitField,
        Group[]
      >;
    },
  });
}

const hasStatus = (...statuses: string[]): string =>
  `t.status IN (${statuses.map((status) => `'${status}'`).join(", ")})`;

/** Number of loans of a status that are outstanding. */
const owing = (status: string): string => `countIf(${hasStatus(status)} AND t.outstanding_dollar != 0)`;

interface Split {
  name: LoanSplitField;
  groups: readonly CountedGroup[];
}

const hideable = ["late", "defaulted"] as const;

/**
 * The visible part of each split, without figures of two splits whose difference would disclose too few
 * loans.
 */
export function hideDisclosing(splits: readonly Split[], cells: readonly LoanCell[]): Group[][] {
  const forced = { late: new Set<CountedGroup>(), defaulted: new Set<CountedGroup>() };
  for (;;) {
    const visible = splits.map(({ groups }) => hideFew(groups, forced));
    const disclosing = hideable.flatMap((measure) => {
      const shown = splits.flatMap(({ name, groups }, split) =>
        groups
          .filter((_, at) => visible[split]?.[at]?.[measure] !== null)
          .map((group) => ({ name, group, loans: group.of[measure] })),
      );
      const group = disclosingGroup(shown, (cell) => cell[measure], cells);
      return group === undefined ? [] : { measure, group };
    });
    if (disclosing.length === 0) return visible;
    for (const { measure, group } of disclosing) forced[measure].add(group);
  }
}

async function cellsOf(market: Market, resource: Resource): Promise<LoanCell[]> {
  const fields = loanSplitFields.flatMap((name) => fieldByName(resource, name) ?? []);
  const { from, where, binder } = await compileList(market, resource, parseQuery({}), { columns: fields });
  const names = fields.map(({ name }) => `t.${name}`).join(", ");
  type Row = [...values: (string | null)[], late: string, defaulted: string];
  const rows = await market.store.compactRows<Row>(
    `SELECT ${names}, ${owing("late")}, ${owing("defaulted")} FROM ${from} WHERE ${where} GROUP BY ${names}
     SETTINGS join_use_nulls = 1`,
    binder.parameters,
  );
  return rows.map((row) => ({
    values: Object.fromEntries(fields.map(({ name }, at) => [name, row[at] ?? null])),
    late: Number(row.at(-2)),
    defaulted: Number(row.at(-1)),
  }));
}

async function groupsBy(market: Market, resource: Resource, name: LoanSplitField): Promise<CountedGroup[]> {
  const field = fieldByName(resource, name);
  if (field === undefined) return [];
  const { from, where, binder } = await compileList(market, resource, parseQuery({}), { columns: [field] });
  const owedBy = (...statuses: string[]) =>
    exactSumSql(`if(${hasStatus(...statuses)}, t.outstanding_dollar, 0)`);
  const rows = await market.store.compactRows<SumRow>(
    `SELECT t.${field.name} AS part, count(), countIf(t.principal_dollar != 0),
      ${owing("active")}, ${owing("late")}, ${owing("defaulted")}, ${exactSumSql("t.principal_dollar")} AS issued,
      ${owedBy("active", "late")} AS outstanding, ${owedBy("late")}, ${owedBy("defaulted")}
     FROM ${from} WHERE ${where} GROUP BY part ORDER BY outstanding DESC, issued DESC, part
     SETTINGS join_use_nulls = 1`,
    binder.parameters,
  );
  return rows.map(([value, loans, issuedBy, currentBy, lateBy, defaultedBy, ...sums]) => {
    const [issued, outstanding, late, defaulted] = sums;
    return {
      value,
      values: [value],
      isRest: false,
      loans: Number(loans),
      issued,
      outstanding,
      late,
      defaulted,
      of: {
        issued: Number(issuedBy),
        current: Number(currentBy),
        late: Number(lateBy),
        defaulted: Number(defaultedBy),
      },
    };
  });
}

const isFew = (loans: number) => loans > 0 && loans < FEWEST_LOANS;

/** Whether a sum that is shown for every group would cover too few loans. */
const isSmall = ({ loans, of }: CountedGroup) =>
  isFew(loans) || isFew(of.issued) || isFew(of.current + of.late);

/** Combines groups of too few loans, with the next smallest if they are still too few. */
export function joinSmall(groups: readonly CountedGroup[]): CountedGroup[] {
  const kept = groups.filter((group) => !isSmall(group)).toSorted((one, other) => other.loans - one.loans);
  let rest = groups.filter(isSmall).reduce<CountedGroup | null>(joined, null);
  while (rest !== null && isSmall(rest)) {
    const next = kept.pop();
    if (next === undefined) return [];
    rest = joined(rest, next);
  }
  const visible = groups.filter((group) => kept.includes(group));
  return rest === null ? visible : [...visible, rest];
}

const joined = (one: CountedGroup | null, other: CountedGroup): CountedGroup => ({
  value: null,
  values: [...(one?.values ?? []), ...other.values],
  isRest: true,
  loans: (one?.loans ?? 0) + other.loans,
  issued: (one?.issued ?? 0) + other.issued,
  outstanding: (one?.outstanding ?? 0) + other.outstanding,
  late: (one?.late ?? 0) + other.late,
  defaulted: (one?.defaulted ?? 0) + other.defaulted,
  of: {
    issued: (one?.of.issued ?? 0) + other.of.issued,
    current: (one?.of.current ?? 0) + other.of.current,
    late: (one?.of.late ?? 0) + other.of.late,
    defaulted: (one?.of.defaulted ?? 0) + other.of.defaulted,
  },
});

/** Groups whose figure is left out regardless of its loans. */
type Forced = Readonly<Record<"late" | "defaulted", ReadonlySet<CountedGroup>>>;

/** Leaves out late and defaulted amounts of too few loans. */
export function hideFew(groups: readonly CountedGroup[], forced?: Forced): Group[] {
  // The late amount also discloses the current one: the rest of the outstanding amount.
  const isLateHidden = hiddenIn(groups, ({ of }) => [of.late, of.late > 0 ? of.current : 0], forced?.late);
  const isDefaultedHidden = hiddenIn(groups, ({ of }) => [of.defaulted], forced?.defaulted);
  return groups.map((group) => {
    const { of: _, values: __, ...visible } = group;
    return {
      ...visible,
      late: isLateHidden(group) ? null : group.late,
      defaulted: isDefaultedHidden(group) ? null : group.defaulted,
    };
  });
}

/**
 * Groups whose figure is left out: those that are forced or cover too few loans, and as many of the next
 * smallest as needed for enough loans together, since the total and all other figures disclose their sum.
 */
function hiddenIn(
  groups: readonly CountedGroup[],
  countsOf: (group: CountedGroup) => readonly number[],
  forced: ReadonlySet<CountedGroup> = new Set(),
): (group: CountedGroup) => boolean {
  const hidden = new Set(groups.filter((group) => forced.has(group) || countsOf(group).some(isFew)));
  const others = groups.filter((group) => !hidden.has(group) && countsOf(group).some((loans) => loans > 0));
  const bySize = others.toSorted((one, other) => other.loans - one.loans);
  const isTooFew = () => {
    // A single hidden figure is the difference of the others to the total.
    if (hidden.size === 1 && [...hidden].some((group) => forced.has(group))) return true;
    const sums = [...hidden].map(countsOf);
    return (sums[0] ?? []).some((_, at) => isFew(sums.reduce((sum, counts) => sum + (counts[at] ?? 0), 0)));
  };
  while (isTooFew()) {
    const next = bySize.pop();
    if (next === undefined) break;
    hidden.add(next);
  }
  return (group) => hidden.has(group);
}
