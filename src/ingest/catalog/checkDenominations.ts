import type { CatalogProblem, CatalogReading } from "./readCatalog";

/** Denominations of assets that are not currencies of ISO 4217. */
const otherDenominations = ["XAU", "XAG", "XPT", "XPD", "CNH", "TCO2", "U3O8"];
const denominations: ReadonlySet<string> = new Set([
  ...Intl.supportedValuesOf("currency"),
  ...otherDenominations,
]);

/**
 * Warns of denominations that are probably mistyped. Such a catalog can be served. In file and line order.
 */
export function checkDenominations({ catalog, origins }: CatalogReading): CatalogProblem[] {
  const unknown = catalog.assets.filter(
    ({ denomination }) => denomination !== null && !denominations.has(denomination),
  );
  return unknown
    .map((asset) => ({
      ...(origins.get(asset) ?? { file: "", line: 0 }),
      field: "denomination",
      message: `${asset.denomination} is neither an ISO 4217 currency code nor one of ${otherDenominations.join(", ")}`,
    }))
    .sort((a, b) => (a.file < b.file ? -1 : a.file > b.file ? 1 : a.line - b.line));
}
