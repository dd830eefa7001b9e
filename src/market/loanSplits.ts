import {
  fieldByName,
  type LoanSplitField,
  type LoanSplits,
  type LoanSum,
  loanSplitFields,
  loansResource,
  parseQuery,
  type Resource,
} from "#domain";
import { exactSumSql } from "#stores";
import { compileList } from "./listResource";
import type { Market } from "./market";
import { seenResource } from "./scope/seenResource";

/** What fewer loans add up to would tell of single ones. */
const FEWEST_LOANS = 3;

type Groups = LoanSplits[LoanSplitField];
type SumRow = [value: string | null, loans: string, ...sums: [number, number, number, number]];

/**
 * What all loans add up to by sector, collateral, status and region, for those who may not read the loans: nothing
 * but sums, each of three loans or more, and of everything, since two answers to different conditions would tell by
 * their difference what neither does (docs/decisions/0081).
 */
export async function loanSplits(market: Market): Promise<LoanSplits> {
  const resource = seenResource(market, loansResource.slug);
  return market.remember({
    kind: "splits of loans",
    key: null,
    sizeOf: (splits) => 200 + Object.values(splits).flat().length * 200,
    make: async () => {
      const groups = await Promise.all(loanSplitFields.map((name) => groupsBy(market, resource, name)));
      return Object.fromEntries(
        loanSplitFields.map((name, index) => [name, joinSmall(groups[index] ?? [])]),
      ) as Record<LoanSplitField, Groups>;
    },
  });
}

async function groupsBy(market: Market, resource: Resource, name: LoanSplitField): Promise<Groups> {
  const field = fieldByName(resource, name);
  if (field === undefined) return [];
  const { from, where, binder } = await compileList(market, resource, parseQuery({}), { columns: [field] });
  const owedBy = (...statuses: string[]) =>
    exactSumSql(
      `if(t.status IN (${statuses.map((status) => `'${status}'`).join(", ")}), t.outstanding_dollar, 0)`,
    );
  const rows = await market.store.compactRows<SumRow>(
    `SELECT t.${field.name} AS part, count(), ${exactSumSql("t.principal_dollar")} AS issued,
      ${owedBy("active", "late")} AS outstanding, ${owedBy("late")}, ${owedBy("defaulted")}
     FROM ${from} WHERE ${where} GROUP BY part ORDER BY outstanding DESC, issued DESC, part
     SETTINGS join_use_nulls = 1`,
    binder.parameters,
  );
  return rows.map(([value, loans, issued, outstanding, late, defaulted]) => ({
    value,
    isRest: false,
    loans: Number(loans),
    issued,
    outstanding,
    late,
    defaulted,
  }));
}

/** Groups of too few loans become one, with the next smallest where they are too few together. */
export function joinSmall(groups: Groups): Groups {
  const bySize = groups.toSorted((one, other) => other.loans - one.loans);
  const rest: LoanSum[] = [];
  const isTooFew = () => rest.reduce((sum, { loans }) => sum + loans, 0) < FEWEST_LOANS;
  while ((bySize.at(-1)?.loans ?? FEWEST_LOANS) < FEWEST_LOANS || (rest.length > 0 && isTooFew())) {
    const smallest = bySize.pop();
    if (smallest === undefined) return [];
    rest.push(smallest);
  }
  const kept = groups.filter((group) => bySize.includes(group));
  return rest.length === 0 ? kept : [...kept, { value: null, isRest: true, ...sumOf(rest) }];
}

const sumOf = (parts: readonly LoanSum[]): LoanSum => {
  const total = (of: keyof LoanSum) => parts.reduce((sum, part) => sum + part[of], 0);
  return {
    loans: total("loans"),
    issued: total("issued"),
    outstanding: total("outstanding"),
    late: total("late"),
    defaulted: total("defaulted"),
  };
};
