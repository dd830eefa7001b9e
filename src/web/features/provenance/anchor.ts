/** Fragment of the provenance section, the target of links without scripts. */
export const ANCHOR = "provenance";
