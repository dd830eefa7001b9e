/** `robots.txt` and `sitemap.xml`, made from the catalog. */
import { assetClasses, type CatalogIndex, pagePermission } from "#domain";

/** Pages that are always there, beside one page per asset and per network. */
const staticPages = [
  "/",
  ...assetClasses.flatMap((c) => (c.route === null ? [] : [c.route])),
  "/networks",
  "/platforms",
  "/issuers",
  "/managers",
].filter((path) => pagePermission(path) === "public");

const escapeXml = (text: string) => text.replace(/[<>&'"]/g, (c) => `&#${c.charCodeAt(0)};`);

/** @param baseUrl public address without a final slash */
export function sitemap(baseUrl: string, catalog: CatalogIndex): string {
  const paths = [
    ...staticPages,
    ...catalog.assets.map((asset) => `/assets/${asset.slug}`),
    ...catalog.networks.map((network) => `/networks/${network.slug}`),
  ];
  const urls = paths.map((path) => `  <url><loc>${escapeXml(baseUrl + path)}</loc></url>`);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...urls,
    "</urlset>",
    "",
  ].join("\n");
}

/** Views of a page with search parameters are the same page to a search engine; the API is none. */
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
