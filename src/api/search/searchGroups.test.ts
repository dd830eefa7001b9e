import { describe, expect, it } from "vitest";
import { metrics } from "#domain/metrics";
import { anonymousUser } from "#domain/people";
import { indexCatalog } from "#domain/resources";
import { publicScreens } from "#domain/screens";
import { type Caller, featureFlagDefaults, firmsWithPages } from "#domain/vocabulary";
import type { EntitySizes } from "#market";
import { worldCatalog } from "../../../tests/support/marketWorld";
import { searchGroups } from "./searchGroups";

const catalog = indexCatalog(worldCatalog);
const unknownSizes = (): EntitySizes => new Map();
const groupsOf = ({ of = catalog, sizes = unknownSizes(), caller = anonymousUser as Caller } = {}) =>
  searchGroups({ catalog: of, sizes, caller });
const groups = groupsOf();
const withExperimental: Caller = {
  id: "",
  features: { ...featureFlagDefaults, "enable-experimental-features": true },
};
const items = (id: string, of = groups) => of.find((group) => group.id === id)?.items ?? [];

const pages = (of = groups) =>
  of.filter((group) => group.id.startsWith("menu:")).flatMap((group) => group.items);

describe("the groups of the global search", () => {
  it("are in the order of the menu and the catalog", () => {
    expect(groups.map((group) => group.label)).toEqual([
      "Latest",
      "Asset Classes",
      "Participants",
      "Tools",
      "More pages",
      "Account",
      "Assets",
      "Tokens",
      "Networks",
      "Platforms",
      "Metrics",
    ]);
    expect(groupsOf({ caller: withExperimental }).map(({ label }) => label)).toEqual(
      expect.arrayContaining(firmsWithPages.map(({ plural }) => plural)),
    );
  });

  it("contain every public page, and pages that need a plan or an account with that note", () => {
    const found = new Map(
      groups
        .filter(({ id }) => /^(menu|pages):/.test(id))
        .flatMap((group) => group.items.map((item) => [item.href, item] as const)),
    );
    const expected = publicScreens.flatMap(({ path }) => (path === null || path.includes(":") ? [] : [path]));
    expect(expected).toEqual(expect.arrayContaining(["/data-partners", "/directory", "/evidence", "/docs"]));
    expect(expected.filter((path) => !found.has(path))).toEqual([]);
    expect(found.get("/assets/timeseries")?.sublabel).toBe("Needs a plan");
    for (const path of ["/watchlist", "/settings", "/settings/plan"])
      expect(found.get(path)?.sublabel, path).toBe("Sign in to open");
    expect(
      [...found.keys()].filter((path) => /^\/(admin|pools|loans|tools\/api\/spreadsheets)/.test(path)),
    ).toEqual([]);
    expect(found.get("/new-asset-monitor")?.keywords).toContain("New assets");
  });

  it("contain every metric, linking to its definition", () => {
    expect(items("metrics").find(({ keywords }) => keywords.includes("market_value"))).toEqual({
      label: "Market Value (Dollar)",
      sublabel: "Market value",
      href: "/docs/measures#market_value_dollar",
      keywords: ["Market value", "market_value_dollar", "market_value"],
      addresses: [],
    });
    expect(items("metrics")).toHaveLength(metrics.length);
  });

  it("contain only pages of the menu that exist", () => {
    const labels = pages().map((item) => item.label);
    expect(labels).toContain("US Treasuries");
    expect(labels).toContain("News");
    expect(labels).not.toContain("Research Blog");
    expect(labels).not.toContain("Pools");
    const all = groupsOf({
      caller: {
        id: "u1",
        features: { ...featureFlagDefaults, "enable-experimental-features": true, "enable-api-keys": true },
      },
    });
    expect(pages(all).map((item) => item.label)).toContain("Pools");
    expect(pages(all).find((item) => item.label === "Asset Search")?.sublabel).toBe("Tools");
  });

  it("find an asset by name and ticker, a token by its network, a network by its aliases", () => {
    expect(items("assets")[0]).toEqual({
      label: "Ondo Short-Term US Treasuries",
      sublabel: "OUSG · US Treasuries",
      href: "/assets/ousg",
      keywords: ["OUSG"],
      addresses: [],
    });
    expect(items("tokens").map((item) => item.sublabel)).toContain("Ondo Short-Term US Treasuries · Polygon");
    expect(items("networks").find((item) => item.label === "Polygon")?.keywords).toEqual(["matic"]);
  });

  it("find a token by its contract address", () => {
    const address = "0x1b19c19393e2d034d8ff31ff34c81252fcbbee92";
    const tokens = worldCatalog.tokens.map((token) => (token.id === 501 ? { ...token, address } : token));
    const found = items("tokens", groupsOf({ of: indexCatalog({ ...worldCatalog, tokens }) }));
    expect(found.find((item) => item.addresses.includes(address))?.href).toBe("/assets/ousg");
  });

  it("sort larger entities first, then those without a known value", () => {
    const sizes: EntitySizes = new Map([
      [
        "asset",
        new Map([
          [1001, 5],
          [2331, 70],
        ]),
      ],
      ["network", new Map([[11, 1]])],
    ]);
    const sized = groupsOf({ sizes });
    expect(items("assets", sized).map((item) => item.href)).toEqual([
      "/assets/buidl",
      "/assets/usdx",
      "/assets/ousg",
      "/assets/gold-bar",
    ]);
    expect(items("networks", sized)[0]?.label).toBe("Arbitrum");
  });

  it("link to the profile of a platform, an issuer or a manager", () => {
    for (const kind of ["platforms", "issuers", "managers"]) {
      const hrefs = items(kind, groupsOf({ caller: withExperimental })).map(({ href }) => href);
      expect(hrefs.length).toBeGreaterThan(0);
      expect(hrefs.filter((href) => !new RegExp(`^/${kind}/[a-z0-9-]+$`).test(href))).toEqual([]);
    }
  });
});
