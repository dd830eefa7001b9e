/**
 * `robots.txt`, `sitemap.xml` and `site.webmanifest`, generated from the screens, the catalog and the
 * configuration.
 */
import { type CatalogIndex, catalogResources } from "#domain/resources";
import { docsPages, pathOfAlias, publicScreens } from "#domain/screens";
import { escapeMarkup } from "#domain/text";

/** Paths of the pages of a screen: one, or one per entity. */
function pathsOf({ path, profileOf }: (typeof publicScreens)[number], catalog: CatalogIndex): string[] {
  if (path === null) return [];
  if (path === "/docs/:slug") return docsPages.map((page) => page.path);
  // Pages of addresses are not listed anywhere.
  if (profileOf === null) return path.includes("/:slug") ? [] : [path];
  const rows = catalogResources.find(({ entity }) => entity === profileOf)?.valuesOf(catalog, ["slug"]);
  // Entities with a screen of their own are listed separately.
  return (rows ?? [])
    .map(({ slug }) => path.replace(":slug", String(slug)))
    .filter((profile) => pathOfAlias(profile) === null);
}

/**
 * @param baseUrl public URL without a final slash
 * @param hiddenPaths paths to exclude
 */
export function sitemap(baseUrl: string, catalog: CatalogIndex, hiddenPaths: readonly string[] = []): string {
  const paths = publicScreens
    .flatMap((screen) => pathsOf(screen, catalog))
    .filter((path) => !hiddenPaths.includes(path));
  const urls = paths.map((path) => `  <url><loc>${escapeMarkup(baseUrl + path)}</loc></url>`);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...urls,
    "</urlset>",
    "",
  ].join("\n");
}

/** For an installation whose pages all require an account. */
export const robotsOfPrivateSite = "User-agent: *\nDisallow: /\n";

/** Excludes views of a page with search parameters, which are duplicates, and the API. */
export const robots = (baseUrl: string): string =>
  [
    "User-agent: *",
    "Disallow: /api/",
    "Disallow: /export/",
    "Disallow: /developer/",
    "",
    `Sitemap: ${baseUrl}/sitemap.xml`,
    "",
  ].join("\n");

/** Manifest for installing the site on a home screen. */
export const webManifest = (brand: string) => ({
  name: brand,
  short_name: brand,
  icons: [
    { src: "/favicon.svg", sizes: "any", type: "image/svg+xml" },
    { src: "/icon-512.png", sizes: "512x512", type: "image/png" },
  ],
  start_url: "/",
  display: "browser",
  background_color: "#f6f7f9",
  theme_color: "#1b55c6",
});
