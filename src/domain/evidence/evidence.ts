import { type DetailName, type DetailValue, type EvidenceKindName, evidenceKindNamed } from "./evidenceKinds";

/** `none`: it is known that there is nothing of the kind. Unknown values have no fact. */
export const evidenceStates = ["known", "none"] as const;

/**
 * Kinds of documents that neither a party of the asset, such as its issuer or accountant, nor an authority
 * published. Null for documents of those.
 */
export const thirdPartyKinds = ["source_code", "research", "news", "forum"] as const;
export type ThirdPartyKind = (typeof thirdPartyKinds)[number];

/** One dated fact about an asset, as a line of the catalog has it. */
export interface Evidence extends Readonly<Record<DetailName, DetailValue>> {
  id: number;
  /** Slug. */
  asset: string;
  kind: EvidenceKindName;
  state: (typeof evidenceStates)[number];
  /** When the document stated it, as far as it says: 2025, 2025-05 or 2025-05-31; null for an undated one. */
  stated: string | null;
  period_start: string | null;
  period_end: string | null;
  summary: string | null;
  document: string;
  publisher: string;
  third_party: ThirdPartyKind | null;
  source: string;
}

/** The first day that a date of any precision can mean: `2025-05` is 2025-05-01. */
export const firstDayOf = (date: string): string => `${date}-01-01`.slice(0, 10);

/** The day on which a fact stands in time: when it happened, the day it is about, or when it was stated. */
export function dateOfEvidence({ kind, stated, period_start, period_end }: Evidence): string | null {
  const about = evidenceKindNamed(kind)?.isEvent
    ? (period_start ?? period_end)
    : (period_end ?? period_start);
  return about ?? (stated === null ? null : firstDayOf(stated));
}
