/** Facts as text, the same on pages, in tables and in files. */
import { once } from "../text/once";
import { countryName } from "../vocabulary/countryName";
import { wordsOfValue } from "../vocabulary/valueWords";
import {
  type DetailName,
  type DetailValue,
  type EvidenceDetail,
  type EvidenceKind,
  evidenceKindNamed,
} from "./evidenceKinds";

const dollars = once(
  () =>
    new Intl.NumberFormat("en-US", {
      style: "currency",
      currency: "USD",
      notation: "compact",
      // Explicit, since engines disagree on the digits of some currencies, and server and browser must agree.
      minimumFractionDigits: 0,
      maximumFractionDigits: 2,
    }),
);
const exactDollars = once(() => new Intl.NumberFormat("en-US", { style: "currency", currency: "USD" }));

function oneWord(detail: EvidenceDetail, value: string | number | boolean): string {
  if (typeof value === "boolean") {
    const { yes, no } = detail.says ?? { yes: "yes", no: "no" };
    return value ? yes : no;
  }
  if (typeof value === "number") {
    if (detail.unit === "percent") return `${value}%`;
    return (value < 1_000 ? exactDollars : dollars)().format(value);
  }
  if (detail.isCountry) return countryName(value);
  return detail.values ? wordsOfValue(value) : value;
}

/**
 * A value of a detail as text: `100.2%`, `Verified customers`, `Cuba, Iran`; null where a fact does not state
 * it.
 */
function detailWords(detail: EvidenceDetail, value: DetailValue | undefined): string | null {
  if (value === null || value === undefined) return null;
  if (typeof value !== "object") return oneWord(detail, value);
  return value.length === 0 ? null : value.map((one) => oneWord(detail, one)).join(", ");
}

/** A detail of a fact as text. */
export interface StatedDetail {
  detail: EvidenceDetail;
  /** Null where the text needs no label. */
  label: string | null;
  words: string;
}

/** A fact in parts: its subject, and the other details with their labels. */
export function statedDetails(
  { details }: EvidenceKind,
  read: (name: DetailName) => DetailValue | undefined,
): { leads: StatedDetail[]; others: StatedDetail[] } {
  const said = details.flatMap((detail) => {
    const words = detailWords(detail, read(detail.name));
    return words === null ? [] : [{ detail, label: detail.says ? null : detail.label, words }];
  });
  return {
    leads: said.filter(({ detail }) => detail.leads),
    others: said.filter(({ detail }) => !detail.leads),
  };
}

/** A fact in one line: `Deloitte, Attestation; Frequency: Monthly`. */
export function statementOf(
  fact: Readonly<Record<DetailName, DetailValue>> & { kind: string; state: string; summary: string | null },
): string {
  const kind = evidenceKindNamed(fact.kind);
  if (kind === undefined) return fact.summary ?? "";
  const { leads, others } = statedDetails(kind, (name) => fact[name]);
  const about = leads.map(({ words }) => words).join(", ");
  const start = fact.state === "none" ? `None${about === "" ? "" : `: ${about}`}` : about;
  return [
    start,
    ...others.map(({ label, words }) => (label === null ? words : `${label}: ${words}`)),
    fact.summary,
  ]
    .filter((part) => part !== null && part !== "")
    .join("; ");
}
