/** Facts derived from the evidence about an asset: yes, no or unknown, and the values of details. */
import { dateOfEvidence, type Evidence } from "./evidence";
import { type EvidenceFlag, type EvidenceKind, type EvidenceList, qualifiersOf } from "./evidenceKinds";

/** The facts of each asset, the oldest first and undated ones before; of one day, in the order of their file. */
export function evidenceByAsset(evidence: readonly Evidence[]): ReadonlyMap<string, readonly Evidence[]> {
  const day = (fact: Evidence) => dateOfEvidence(fact) ?? "";
  const byAsset = new Map<string, Evidence[]>();
  for (const fact of evidence.toSorted((a, b) => (day(a) < day(b) ? -1 : day(a) > day(b) ? 1 : 0))) {
    const facts = byAsset.get(fact.asset);
    if (facts) facts.push(fact);
    else byAsset.set(fact.asset, [fact]);
  }
  return byAsset;
}

const isMeant = (fact: Evidence, only: EvidenceFlag["only"]): boolean =>
  only === undefined || fact[only.detail] === only.value;

/** The value that a fact of its kind states for a flag; null if it states none. */
function saidBy(fact: Evidence, kind: EvidenceKind, { detail, only }: EvidenceFlag): boolean | null {
  if (detail !== undefined) {
    const value = fact[detail];
    return typeof value === "boolean" ? value : null;
  }
  if (fact.state === "known") return isMeant(fact, only) ? true : null;
  // Absence of the whole kind implies absence of these. Absence of others implies nothing.
  if (only !== undefined) return isMeant(fact, only) || fact[only.detail] === null ? false : null;
  return qualifiersOf(kind).every((name) => fact[name] === null) ? false : null;
}

/**
 * A flag of an asset: the newest fact that states it decides; events are final.
 *
 * @param facts of the asset, the oldest first
 * @returns null if unknown
 */
export function flagOf(facts: readonly Evidence[], kind: EvidenceKind, flag: EvidenceFlag): boolean | null {
  const said = facts.flatMap((fact) => (fact.kind === kind.kind ? (saidBy(fact, kind, flag) ?? []) : []));
  return kind.isEvent && said.includes(true) ? true : (said.at(-1) ?? null);
}

/** The values of a detail over all that is known of an asset, each once, the newest first. */
export function listOf(
  facts: readonly Evidence[],
  { kind, details }: EvidenceKind,
  { detail, only, opposite }: EvidenceList,
): string[] {
  const implied = details.find(({ name }) => name === detail)?.implied;
  const impliedOpposite = details.find(({ name }) => name === opposite)?.implied;
  const values = new Set<string>();
  const negated = new Set<string>();
  const newestFirst = facts
    .filter((fact) => fact.kind === kind && fact.state === "known" && isMeant(fact, only))
    .toReversed();
  for (const fact of newestFirst) {
    const stated = [fact[detail] ?? []].flat().map(String);
    const against = opposite === undefined ? [] : [fact[opposite] ?? []].flat().map(String);
    if (implied !== undefined && typeof fact[implied.by] === "boolean") {
      (fact[implied.by] === implied.is ? stated : against).push(implied.value);
    }
    if (impliedOpposite !== undefined && fact[impliedOpposite.by] === impliedOpposite.is) {
      against.push(impliedOpposite.value);
    }
    for (const value of stated) if (!negated.has(value)) values.add(value);
    for (const value of against) if (!values.has(value)) negated.add(value);
  }
  return [...values];
}

/** The management fee according to documents. */
export interface ManagementFee {
  /** Annual rate, by the newest fact that states one; 0 for no fee; null if unknown. */
  percent: number | null;
  /** Qualification of the rate: waived, at most, rebated. Without a rate, the terms of the newest fact. */
  terms: string | null;
}

/** @param facts of the asset, the oldest first */
export function managementFeeOf(facts: readonly Evidence[]): ManagementFee {
  const said = facts.filter((fact) => fact.kind === "fee" && fact.fee_kind === "management");
  const rated = said.findLast(
    ({ state, fee_percent }) => state === "none" || typeof fee_percent === "number",
  );
  const terms = (rated ?? said.at(-1))?.fee_terms;
  return {
    percent: rated === undefined ? null : rated.state === "none" ? 0 : Number(rated.fee_percent),
    terms: typeof terms === "string" ? terms : null,
  };
}

/** The smallest first investment, by the newest fact that states one; null if unknown. */
export const minimumInvestmentOf = (facts: readonly Evidence[]): number | null =>
  facts.flatMap(({ minimum_investment_dollar: least }) => (typeof least === "number" ? least : [])).at(-1) ??
  null;
