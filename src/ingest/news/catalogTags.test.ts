/** The tagger of articles on the whole shipped catalog. */
import { beforeAll, expect, it } from "vitest";
import { createNewsTagger } from "#domain/news";
import { type CatalogIndex, indexCatalog } from "#domain/resources";
import { type NewsTagKind, newsTagKinds } from "#domain/vocabulary";
import { readCatalog } from "../catalog/readCatalog";

let catalog: CatalogIndex;
beforeAll(async () => {
  catalog = indexCatalog((await readCatalog("catalog")).catalog);
});

it("finds every asset, platform, issuer, manager and network by its name", () => {
  const tagsOf = createNewsTagger(catalog);
  const rowsOf: Record<NewsTagKind, readonly { slug: string; name: string }[]> = {
    asset: catalog.assets,
    platform: catalog.platforms,
    issuer: catalog.issuers,
    manager: catalog.managers,
    network: catalog.networks,
  };
  for (const kind of newsTagKinds) {
    const named = rowsOf[kind].filter(({ name }) => name.length >= 3);
    expect(named.length).toBeGreaterThan(10);
    const text = named.map(({ name }) => `A fund arrives on ${name} today.`).join("\n");
    const found = new Set<string>(tagsOf({ text, assets: [] })[kind].map(({ slug }) => slug));
    const missed = named.filter(({ slug }) => !found.has(slug));
    expect(missed.map(({ slug }) => slug)).toEqual([]);
  }
});
