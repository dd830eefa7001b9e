/** `robots.txt`, `sitemap.xml` and `site.webmanifest`, made from the catalog and the configuration. */
import { assetClasses, type CatalogIndex, pagePermission } from "#domain";

/** Pages that are always there, beside one page per asset and per network. */
const staticPages = [
  "/",
  ...assetClasses.flatMap((c) => (c.route === null ? [] : [c.route])),
  "/networks",
  "/platforms",
  "/issuers",
  "/managers",
  "/tokens",
  "/transactions",
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

/** What a phone shows for the site on its home screen. */
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
