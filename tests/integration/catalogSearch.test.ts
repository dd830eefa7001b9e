/** The global search over the shipped catalog: its first results, and their targets. */
import { readFile } from "node:fs/promises";
import path from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { anonymousUser } from "#domain/people";
import { type CatalogIndex, indexCatalog } from "#domain/resources";
import { pagePermission } from "#domain/screens";
import { accessTo, type Caller, featureFlagDefaults } from "#domain/vocabulary";
import { readCatalog } from "#ingest";
import type { EntitySizes } from "#market";
import { searchGroups } from "../../src/api/search/searchGroups";
import { createSearchIndex, type SearchIndex } from "../../src/web/features/search/createSearchIndex";

const root = path.resolve(import.meta.dirname, "../..");
const reader: Caller = anonymousUser;
const everything: Caller = {
  id: "u1",
  features: {
    ...featureFlagDefaults,
    "enable-admin-tools": true,
    "enable-api-keys": true,
    "enable-data-downloads": true,
    "enable-experimental-features": true,
    "enable-team-self-serve": true,
  },
};

let catalog: CatalogIndex;
/** Patterns of the pages that exist: `/assets/$assetSlug`. */
let routes: readonly string[];

beforeAll(async () => {
  catalog = indexCatalog((await readCatalog(path.join(root, "catalog"))).catalog);
  const tree = await readFile(path.join(root, "src/web/routeTree.gen.ts"), "utf8");
  const paths = /interface FileRoutesByFullPath \{([^}]*)\}/.exec(tree)?.[1] ?? "";
  routes = [...paths.matchAll(/"(\/[^"]*)":/g)].map(([, route]) => route ?? "");
});

/** Generated sizes: `weigh` returns the size of the entity with an id. */
const sizesBy = (weigh: (id: number) => number): EntitySizes => {
  const of = (rows: readonly { id: number }[]) => new Map(rows.map(({ id }) => [id, weigh(id)]));
  return new Map([
    ["asset", of(catalog.assets)],
    ["token", of(catalog.tokens)],
    ["network", of(catalog.networks)],
    ["platform", of(catalog.platforms)],
    ["issuer", of(catalog.issuers)],
    ["manager", of(catalog.managers)],
  ]);
};
const rising = (id: number) => id;
const falling = (id: number) => -id;

const groupsFor = (caller: Caller, weigh = rising) =>
  searchGroups({ catalog, sizes: sizesBy(weigh), caller });
const firstOf = (index: SearchIndex, query: string) => index.search(query)[0]?.hits[0]?.item;
const inOtherCase = (text: string) => (text === text.toLowerCase() ? text.toUpperCase() : text.toLowerCase());

describe.each([
  { sizes: "growing with the id", weigh: rising },
  { sizes: "falling with the id", weigh: falling },
])("with sizes $sizes", ({ weigh }) => {
  let index: SearchIndex;
  beforeAll(() => {
    index = createSearchIndex(groupsFor(reader, weigh));
  });

  /** If several assets share a ticker or name, the largest of them comes first. */
  const largest = (assets: readonly { id: number; slug: string }[]) =>
    [...assets].sort((a, b) => weigh(b.id) - weigh(a.id))[0]?.slug;

  test("every ticker finds its asset first, the largest where several share it", () => {
    const missed = catalog.assets.flatMap(({ ticker }) => {
      const same = catalog.assets.filter((other) => other.ticker.toLowerCase() === ticker.toLowerCase());
      const wanted = `/assets/${largest(same)}`;
      return [ticker, inOtherCase(ticker)].filter((query) => firstOf(index, query)?.href !== wanted);
    });
    expect(missed).toEqual([]);
  });

  test("every name finds its asset first", () => {
    const missed = catalog.assets.flatMap(({ name, slug }) =>
      [name, inOtherCase(name)].filter((query) => firstOf(index, query)?.href !== `/assets/${slug}`),
    );
    expect(missed).toEqual([]);
  });
});

test("every symbol, network, platform, issuer and manager is found by its name", () => {
  const groups = groupsFor(reader);
  const index = createSearchIndex(groups);
  const missed = groups.flatMap((group) =>
    group.items
      .filter(({ label }) => {
        const hits = index.search(label).find(({ id }) => id === group.id)?.hits ?? [];
        return hits[0]?.item.label.toLowerCase() !== label.toLowerCase();
      })
      .map(({ label }) => `${group.label}: ${label}`),
  );
  expect(missed).toEqual([]);
});

test("every contract address finds its token, in any letter case", () => {
  const index = createSearchIndex(groupsFor(reader));
  const assetsAt = new Map<string, Set<string>>();
  for (const { address, asset } of catalog.tokens) {
    if (address === null) continue;
    const key = address.toLowerCase();
    assetsAt.set(key, (assetsAt.get(key) ?? new Set()).add(`/assets/${asset}`));
  }
  expect(assetsAt.size).toBeGreaterThan(1_000);
  const missed = [...assetsAt].flatMap(([address, assets]) =>
    [address, address.toUpperCase().replace("0X", "0x")].filter(
      (query) =>
        !index
          .search(query)
          .some(({ id, hits }) => id === "tokens" && hits.some(({ item }) => assets.has(item.href))),
    ),
  );
  expect(missed).toEqual([]);
});

test.each(["usdc", "usdt", "benji", "gold", "usdy"])(
  "“%s” shows the asset, then its deployments",
  (query) => {
    const found = createSearchIndex(groupsFor(reader)).search(query);
    const assets = found[0]?.hits.map(({ item }) => item) ?? [];
    expect(found[0]?.id).toBe("assets");
    expect(assets[0]?.keywords.map((word) => word.toLowerCase())).toContain(query);
    const tokens = found.find(({ id }) => id === "tokens")?.hits.map(({ item }) => item) ?? [];
    expect(tokens[0]?.label.toLowerCase()).toBe(query);
  },
);

describe.each([
  { who: "a reader", caller: reader },
  { who: "somebody with every feature", caller: everything },
])("an entry shown to $who", ({ caller }) => {
  const segments = (address: string) => address.split("/").filter((part) => part !== "");
  const routeOf = (pathname: string) =>
    routes.find((route) => {
      const [wanted, given] = [segments(route), segments(pathname)];
      return (
        wanted.length === given.length &&
        wanted.every((part, at) => part.startsWith("$") || part === given[at])
      );
    });
  const locks: readonly (string | undefined)[] = ["Needs a plan", "Sign in to open"];

  test("has a page, which opens or is marked as locked", () => {
    const offered = groupsFor(caller).flatMap(({ items }) => items);
    expect(offered.length).toBeGreaterThan(1_500);
    const wrong = offered.filter(({ href, sublabel }) => {
      const { pathname } = new URL(href, "http://localhost");
      const isLocked = accessTo(pagePermission(pathname), caller) !== "allowed";
      return routeOf(pathname) === undefined || isLocked !== locks.includes(sublabel);
    });
    expect(wrong).toEqual([]);
  });
});
