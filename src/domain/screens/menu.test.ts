import { describe, expect, it, test } from "vitest";
import { featureFlagDefaults } from "../vocabulary/featureFlags";
import { menu, menuFor, shownMenu } from "./menu";

const labels = (groups: readonly { label: string; items: readonly { label: string }[] }[]) =>
  Object.fromEntries(groups.map((group) => [group.label, group.items.map((item) => item.label)]));

test("without any flag a visitor sees neither gated items nor empty groups, but the sales page", () => {
  const seen = labels(menuFor(featureFlagDefaults));
  expect(Object.keys(seen)).toEqual(["Latest", "Asset Classes", "Participants", "Tools"]);
  expect(seen["Asset Classes"]).not.toContain("Real Estate");
  expect(seen.Participants).toEqual(["Networks", "Platforms"]);
  expect(seen.Tools).toEqual([
    "Downloads",
    "Research Blog",
    "Media & Citations",
    "Data & API Platform",
    "Transactions",
  ]);
});

test("API keys bring the API tools and charting, and take the sales page away", () => {
  const seen = labels(menuFor({ ...featureFlagDefaults, "enable-api-keys": true }));
  expect(seen.Tools).toEqual([
    "API Tools",
    "Downloads",
    "Research Blog",
    "Media & Citations",
    "Asset Charting",
    "Token Charting",
    "Transactions",
  ]);
});

test("experimental features bring asset search and the internal tools, staff the admin group", () => {
  const seen = labels(
    menuFor({ ...featureFlagDefaults, "enable-experimental-features": true, "enable-admin-tools": true }),
  );
  expect(seen.Tools).toEqual(expect.arrayContaining(["Asset Search", "Jurisdiction Explorer"]));
  expect(seen["Internal Tools"]).toHaveLength(8);
  expect(seen.Admin).toHaveLength(7);
});

test("badges stand on the items that the specification names", () => {
  const badged = menu.flatMap((group) => group.items).filter((item) => item.badge !== null);
  expect(badged.map((item) => `${item.label} ${item.badge}`)).toEqual([
    "Invest NEW",
    "Real Estate BETA",
    "Platforms NEW",
    "Issuers BETA",
    "Asset Managers BETA",
    "Jurisdiction Explorer BETA",
  ]);
});

describe("the shown menu", () => {
  const anonymous = shownMenu(featureFlagDefaults);
  const itemOf = (label: string, groups = anonymous) =>
    groups.flatMap((group) => group.items).find((entry) => entry.label === label);

  it("locks items of a plan, and hides internal tools and administration from readers without them", () => {
    expect(anonymous.map((group) => group.label)).toEqual([
      "Latest",
      "Asset Classes",
      "Participants",
      "Tools",
    ]);
    const experimental = shownMenu({ ...featureFlagDefaults, "enable-experimental-features": true });
    expect(experimental.map((group) => group.label)).toContain("Internal Tools");
    expect(itemOf("Pools", experimental)?.lockedBy).toBeNull();
    expect(itemOf("User Admin", experimental)).toBeUndefined();
    const administrator = shownMenu({ ...featureFlagDefaults, "enable-admin-tools": true });
    expect(itemOf("User Admin", administrator)?.lockedBy).toBeNull();
    expect(itemOf("Pools", administrator)).toBeUndefined();
    expect(itemOf("API Tools")?.lockedBy).toBe("enable-api-keys");
    expect(itemOf("Stablecoins")?.lockedBy).toBeNull();
  });

  it("starts with administration folded and internal tools unfolded", () => {
    const everything = shownMenu({
      ...featureFlagDefaults,
      "enable-experimental-features": true,
      "enable-admin-tools": true,
    });
    expect(everything.filter((group) => group.collapsed).map((group) => group.label)).toEqual(["Admin"]);
  });

  it("offers the sales page only to those without API keys", () => {
    expect(itemOf("Data & API Platform")).toBeDefined();
    expect(
      itemOf("Data & API Platform", shownMenu({ ...featureFlagDefaults, "enable-api-keys": true })),
    ).toBeUndefined();
  });
});

test("pages hidden by the installation are left out of the menu and of the search", () => {
  const hidden = ["/real-estate"];
  const everything = { ...featureFlagDefaults, "enable-experimental-features": true };
  const left = menu.flatMap((group) => group.items).filter(({ href }) => href === "/real-estate").length;
  expect(left).toBe(1);
  for (const groups of [shownMenu(everything, hidden), menuFor(everything, hidden)]) {
    const paths = groups.flatMap((group) => group.items.map(({ href }) => href));
    expect(paths).not.toContain("/real-estate");
    expect(paths).toContain("/treasuries");
  }
});

test("the research blog is a link to its configured address, and has no link without one", () => {
  const blogOf = (address?: string) =>
    shownMenu(featureFlagDefaults, [], address)
      .flatMap((group) => group.items)
      .find(({ label }) => label === "Research Blog");
  expect(blogOf()).toMatchObject({ href: null, external: true });
  expect(blogOf("https://blog.example/")).toMatchObject({ href: "https://blog.example/", external: true });
});
