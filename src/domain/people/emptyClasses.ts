/** Asset classes without assets, which an installation can leave out of its menu, search, sitemap and tables. */
import type { Catalog } from "../catalog/schema";
import { assetClasses } from "../vocabulary/assetClasses";
import type { ReadScope } from "./accessPolicy";
import { narrowedScope } from "./narrowedScope";

export const emptyClassModes = ["show", "hide"] as const;
export type EmptyClassMode = (typeof emptyClassModes)[number];

/** Paths of the pages of classes without assets; none if the installation shows them. */
export function hiddenClassPaths(mode: EmptyClassMode, { assets }: Pick<Catalog, "assets">): string[] {
  if (mode === "show") return [];
  const used = new Set(assets.map((asset) => asset.asset_class));
  return assetClasses.flatMap(({ slug, route }) => (route === null || used.has(slug) ? [] : [route]));
}

/** Restricts what a page can read to classes with assets, if the installation hides the others. */
export const withoutEmptyClasses = (scope: ReadScope | null, mode: EmptyClassMode): ReadScope | null =>
  mode === "show"
    ? scope
    : narrowedScope(scope, {
        name: "without empty classes",
        rows: new Map([["asset_classes", { operator: "gt", field: "asset_count", value: 0 }]]),
      });
