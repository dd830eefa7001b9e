/** Facts with their sources, and what they say about an asset. */

export { isAttestationOverdue } from "./attestation";
export * from "./evidence";
export * from "./evidenceKinds";
export * from "./evidenceWords";
export { factStating } from "./factStating";
export * from "./legalStanding";
export * from "./markedKinds";
