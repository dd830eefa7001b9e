import { once } from "../text/once";

const regionNames = once(() => new Intl.DisplayNames(["en"], { type: "region" }));

/** Where the catalog's name is shorter than the Unicode one. */
const shorter: Readonly<Record<string, string>> = { HK: "Hong Kong", MO: "Macao", MM: "Myanmar" };

/** The name of a country by its ISO 3166-1 alpha-2 code, as the catalog's jurisdictions have it; a code without a name stays. */
export function countryName(code: string): string {
  const known = shorter[code];
  if (known !== undefined) return known;
  // Other texts are no region codes, and would throw.
  return /^[A-Z]{2}$/.test(code) ? (regionNames().of(code) ?? code) : code;
}
