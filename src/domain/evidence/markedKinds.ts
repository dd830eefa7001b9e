import type { EvidenceKindName } from "./evidenceKinds";

/**
 * Kinds of evidence that are marked in charts, the gravest first. Separate from the descriptions of all
 * kinds, so that a chart need not load those.
 */
export const markedKinds = [
  "incident",
  "corporate_action",
  "attestation",
] as const satisfies readonly EvidenceKindName[];

export type MarkedKind = (typeof markedKinds)[number];
