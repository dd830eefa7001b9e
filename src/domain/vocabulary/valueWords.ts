/** Values of enumerations that are not written by their letters alone. */
const written: Readonly<Record<string, string>> = {
  bnpl: "Buy now, pay later",
  edtech: "EdTech",
  fintech: "FinTech",
  msme: "MSME",
  saas: "SaaS",
  sme: "SME",
};

/** A value of an enumeration as a reader says it: `asset_backed_credit` is “Asset backed credit”, `L2` stays. */
export const wordsOfValue = (value: string): string =>
  written[value] ?? value.replaceAll("_", " ").replace(/^./, (letter) => letter.toUpperCase());
