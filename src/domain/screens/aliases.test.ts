import { describe, expect, it, test } from "vitest";
import { platformPages } from "../vocabulary/limits";
import { pathOfAlias } from "./aliases";
import { entityScreen } from "./entityScreen";
import { hasScreen, screens } from "./screens";

test.each([
  ["/credit", "/private-credit"],
  ["/asset-managers", "/managers"],
  ["/asset-screener", "/assets"],
  ["/catalog", "/assets"],
  ["/overview", "/"],
  ["/admin", "/admin/users"],
  ["/active-strategies", "/institutional-funds"],
  ["/private-equity-venture-capital", "/private-equity"],
])("%s leads to %s", (alias, path) => {
  expect(pathOfAlias(alias)).toBe(path);
});

test("the blog leads to the news, or to the first screen beside them while there are none", () => {
  expect(pathOfAlias("/blog")).toBe(hasScreen("/news") ? "/news" : "/");
});

test("platforms with a screen of their own are reached and linked there", () => {
  for (const [slug, path] of Object.entries(platformPages)) {
    expect(pathOfAlias(`/platforms/${slug}`)).toBe(path);
    expect(entityScreen("platform", slug)).toBe(path);
  }
  expect(entityScreen("platform", "securitize")).toBe("/platforms/securitize");
  expect(pathOfAlias("/platforms/securitize")).toBeNull();
  expect(pathOfAlias("/platforms/wormhole-bridge/assets")).toBeNull();
});

test("every alias leads to a screen that this release has, and is no screen itself", () => {
  const aliases = screens.flatMap((screen) => screen.aliases);
  expect(aliases.length).toBeGreaterThan(7);
  expect(aliases.filter((alias) => !hasScreen(pathOfAlias(alias) ?? ""))).toEqual([]);
  expect(aliases.filter((alias) => screens.some(({ path }) => path === alias))).toEqual([]);
  expect(new Set(aliases).size).toBe(aliases.length);
});

describe("below an alias", () => {
  it("leads to the profile of that name", () => {
    expect(pathOfAlias("/asset-managers/blackrock")).toBe("/managers/blackrock");
    expect(pathOfAlias("/asset-screener/usdc")).toBe("/assets/usdc");
  });

  it("leads nowhere if the screen has no profiles, or below them", () => {
    expect(pathOfAlias("/credit/maple")).toBeNull();
    expect(pathOfAlias("/overview/usdc")).toBeNull();
    expect(pathOfAlias("/asset-managers/blackrock/funds")).toBeNull();
  });
});

test("an alias is known however it is written", () => {
  for (const path of ["/credit/", "//credit", "/CREDIT", "/%63redit"]) {
    expect(pathOfAlias(path), path).toBe("/private-credit");
  }
});

test("no path leads outside of the site", () => {
  for (const path of [
    "//evil.example/credit",
    "/credit//evil.example",
    "/asset-managers//evil.example",
    "/asset-managers/%2f%2fevil.example",
    "/asset-managers/\\\\evil.example",
    "/overview//evil.example",
    "/catalog/%0d%0aset-cookie:x",
    "/%2fevil.example",
  ]) {
    expect(pathOfAlias(path) ?? "/none", path).toMatch(/^\/(none|(managers|assets)\/[\w.%-]+)$/);
  }
});

test("no screen's own path is taken for one below an alias", () => {
  const own = screens.flatMap(({ path, planned }) => (path === null || planned ? [] : [path]));
  expect(own).toContain("/admin/audit_log");
  expect(own.filter((path) => pathOfAlias(path) !== null)).toEqual([]);
});

test("paths of our own are none", () => {
  for (const path of ["/", "/managers", "/assets/usdc", "/no-such-page", "/%ff"]) {
    expect(pathOfAlias(path), path).toBeNull();
  }
});

test("a jurisdiction is shown on the map of all", () => {
  expect(entityScreen("jurisdiction", "united-states")).toBe(
    "/tools/jurisdiction_explorer?place=united-states",
  );
});
