import { expect, test } from "vitest";
import { hiddenClassPaths } from "#domain/people";
import { indexCatalog } from "#domain/resources";
import { docsPages, pagePermission, publicScreens } from "#domain/screens";
import { readCatalog } from "#ingest";
import { sitemap } from "./siteFiles";

const { catalog } = await readCatalog("catalog");
const paths = [...sitemap("https://data.example", indexCatalog(catalog)).matchAll(/<loc>([^<]*)</g)].map(
  ([, address = ""]) => address.replace("https://data.example", ""),
);

test("the sitemap lists every public screen and no other", () => {
  const fixed = publicScreens.flatMap(({ path }) => (path === null || path.includes(":") ? [] : [path]));
  expect(paths).toEqual(expect.arrayContaining(fixed));
  expect(paths.filter((path) => pagePermission(path) !== "public")).toEqual([]);
  expect(new Set(paths).size).toBe(paths.length);
});

test("the sitemap lists every page of the documentation, and every public profile", () => {
  expect(paths).toEqual(expect.arrayContaining(docsPages.map(({ path }) => path)));
  for (const kind of ["assets", "networks"] as const) {
    expect(paths).toEqual(expect.arrayContaining(catalog[kind].map(({ slug }) => `/${kind}/${slug}`)));
  }
  expect(paths).toContain("/platforms/securitize");
  expect(paths.filter((path) => /^\/(issuers|managers|real-estate)/.test(path))).toEqual([]);
  // It has a screen of its own, which is listed separately.
  expect(paths).not.toContain("/platforms/wormhole-bridge");
});

test("classes without assets are excluded from the sitemap if the installation hides them", () => {
  const assets = catalog.assets.filter((asset) => asset.asset_class !== "stocks");
  const reduced = indexCatalog({ ...catalog, assets });
  const listed = (mode: "show" | "hide") =>
    sitemap("https://data.example", reduced, hiddenClassPaths(mode, reduced));
  expect(listed("show")).toContain("https://data.example/stocks<");
  expect(listed("hide")).not.toContain("https://data.example/stocks<");
  expect(listed("hide")).toContain("https://data.example/treasuries<");
});
