/** The issuer of an asset according to its evidence, and its domicile. */
import type { Evidence } from "./evidence";

export interface LegalStanding {
  /** Legal name, as the newest document that names the issuing entity has it. */
  entity: string | null;
  /** ISO 3166-1 alpha-2 code of its country, by the newest document that says so of this entity. */
  domicile: string | null;
}

/** Words for the legal form at the end of a name: the form of a firm can change, and documents spell it in many ways. */
const legalForms =
  / (?:llc|ltd|limited|inc|incorporated|corp|corporation|co|company|plc|lp|llp|na|national association|gmbh|ag|sa de cv|sa|sas|bv|oy|ehf|pte|pty|spc)$/;

/** A name without what documents spell differently: accents, case, punctuation and the legal form. */
function bareName(name: string): string {
  const plain = name
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[.,’']/g, "")
    .replace(/[^\p{L}\p{N}&]+/gu, " ")
    .trim();
  const bare = plain.replace(legalForms, "");
  return bare === plain ? plain : bareName(bare);
}

/** Whether two names are of one entity; a series stands for the trust or company that it is part of. */
export function isSameEntity(one: string, other: string): boolean {
  const namesOf = (name: string) => [name, ...name.split(/\bseries of\b/i).slice(1)].map(bareName);
  const others = new Set(namesOf(other));
  return namesOf(one).some((name) => others.has(name));
}

/** @param facts of the asset, the oldest first */
export function legalStandingOf(facts: readonly Evidence[]): LegalStanding {
  const legal = facts.filter(({ kind, state }) => kind === "legal" && state === "known");
  const named = (fact: Evidence): string | null =>
    typeof fact.legal_entity === "string" ? fact.legal_entity : null;
  const entity = legal.map(named).findLast((name) => name !== null) ?? null;
  const domicile = legal.findLast((fact) => {
    const name = named(fact);
    const isOfEntity = name === null || entity === null || isSameEntity(name, entity);
    return typeof fact.legal_domicile === "string" && isOfEntity;
  })?.legal_domicile;
  return { entity, domicile: typeof domicile === "string" ? domicile : null };
}
