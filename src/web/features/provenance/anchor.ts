/** Fragment of the section that explains figures, so that a link without scripts lands on it. */
export const ANCHOR = "provenance";
