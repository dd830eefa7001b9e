import { describe, expect, it } from "vitest";
import { featureFlagDefaults, indexCatalog } from "#domain";
import { worldCatalog } from "../../../tests/support/marketWorld";
import { searchGroups } from "./searchGroups";

const catalog = indexCatalog(worldCatalog);
const groups = searchGroups(catalog, featureFlagDefaults);
const items = (id: string, of = groups) => of.find((group) => group.id === id)?.items ?? [];

const pages = (of = groups) =>
  of.filter((group) => group.id.startsWith("menu:")).flatMap((group) => group.items);

describe("the groups of the global search", () => {
  it("come in the order of the menu and the catalog", () => {
    expect(groups.map((group) => group.label)).toEqual([
      "Latest",
      "Asset Classes",
      "Participants",
      "Tools",
      "Assets",
      "Tokens",
      "Networks",
      "Platforms",
      "Issuers",
      "Asset Managers",
    ]);
  });

  it("hold the pages that one may open, without external and link-less items", () => {
    const labels = pages().map((item) => item.label);
    expect(labels).toContain("US Treasuries");
    expect(labels).toContain("Data & API Platform");
    expect(labels).not.toContain("Research Blog");
    expect(labels).not.toContain("Asset Search");
    const all = searchGroups(catalog, {
      ...featureFlagDefaults,
      "enable-experimental-features": true,
      "enable-api-keys": true,
    });
    const more = pages(all).map((item) => item.label);
    expect(more).toContain("Asset Search");
    expect(more).not.toContain("Data & API Platform");
  });

  it("find an asset by name and ticker, a token by its network, a network by its other names", () => {
    expect(items("assets")[0]).toEqual({
      label: "Ondo Short-Term US Treasuries",
      sublabel: "OUSG · US Treasuries",
      href: "/assets/ousg",
      keywords: ["OUSG"],
    });
    expect(items("tokens").map((item) => item.sublabel)).toContain("Ondo Short-Term US Treasuries · Polygon");
    expect(items("networks").find((item) => item.label === "Polygon")?.keywords).toEqual(["matic"]);
  });

  it("find a token by its contract address", () => {
    const address = "0x1b19c19393e2d034d8ff31ff34c81252fcbbee92";
    const tokens = worldCatalog.tokens.map((token) => (token.id === 501 ? { ...token, address } : token));
    const found = items(
      "tokens",
      searchGroups(indexCatalog({ ...worldCatalog, tokens }), featureFlagDefaults),
    );
    expect(found.find((item) => item.keywords.includes(address))?.href).toBe("/assets/ousg");
  });

  it("lead to a platform's own page where it has one", () => {
    const [first] = worldCatalog.platforms;
    if (first === undefined) throw new Error("no platforms");
    const platforms = [{ ...first, slug: "wormhole-bridge" }];
    const found = searchGroups(indexCatalog({ ...worldCatalog, platforms }), featureFlagDefaults);
    expect(items("platforms", found)[0]?.href).toBe("/wormhole");
  });
});
