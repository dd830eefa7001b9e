import { expect, test } from "vitest";
import { entities } from "./entities";
import { splitName } from "./splitName";
import { groupName, splitNamed, splitResources, splitsOf } from "./splits";

const names = (resource: Parameters<typeof splitsOf>[0]) => splitsOf(resource).map(({ name }) => name);

test("totals split by entities first, then by plain values, each once", () => {
  expect(names("tokens")).toEqual([
    ...entities.flatMap(({ grouping }) => grouping?.name ?? []),
    "platform_group",
    "issuer_group",
    "manager_group",
    "distribution",
    "standard",
    "is_bridged",
    "is_investable",
    "denomination",
    "underlying_goods",
    "underlying_symbol",
    "is_asset_level",
  ]);
  expect(names("assets")).toContain("is_rebasing");
  expect(names("assets")).toContain("network");
  expect(names("assets")).not.toContain("standard");
  expect(names("assets")).not.toContain("token");
});

test("pools and loans are split by referenced entities, and loans by their own values", () => {
  expect(names("pools")).toEqual(["pool", "platform", "network", "asset"]);
  expect(names("loans")).toEqual([
    "loan",
    "pool",
    "platform",
    "network",
    "asset",
    "status",
    "sector",
    "collateral_type",
    "region",
  ]);
});

test("names of corporate groups are unchanged, values of enumerations become words", () => {
  expect(groupName({ type: "issuer_group", name: "tZERO Group" }, "tokens")).toBe("tZERO Group");
  expect(groupName({ type: "distribution", name: "distributed" }, "tokens")).toBe("Distributed");
});

test("groups are chosen by the field that holds their slug", () => {
  expect(splitNamed("tokens", "protocol")).toMatchObject({ name: "platform", slugField: "protocol_slug" });
  expect(splitNamed("pools", "pool")).toMatchObject({ slugField: "slug", nameField: "name" });
  expect(splitNamed("loans", "pool")).toMatchObject({ slugField: "pool_slug", nameField: "pool_name" });
  expect(splitNamed("loans", "sector")).toMatchObject({ slugField: "sector", nameField: null });
  expect(splitNamed("loans", "loan")?.slugField).toBeNull();
  expect(splitNamed("tokens", "is_bridged")?.slugField).toBeNull();
  expect(splitNamed("pools", "sector")).toBeUndefined();
});

test("a name in an address becomes the canonical name of a split, or stays a distinct name", () => {
  for (const resource of splitResources) {
    for (const { name, grouping } of splitsOf(resource)) {
      expect(splitName(name)).toBe(name);
      for (const alias of grouping?.aliases ?? []) expect(splitName(alias)).toBe(name);
    }
  }
  for (const none of ["", "Sector", "a b", "a-b", "<script>", "x".repeat(41)]) {
    expect(splitName(none)).toBeUndefined();
  }
});

test("names of groups are readable: values of an enumeration become words, other names are unchanged", () => {
  expect(groupName({ type: "distribution", name: "represented" }, "tokens")).toBe("Represented");
  expect(groupName({ type: "sector", name: "crypto_mining" }, "loans")).toBe("Crypto mining");
  expect(groupName({ type: "network", name: "zkSync_era" }, "tokens")).toBe("zkSync_era");
  expect(groupName({ type: "pool", name: "pool_1" }, "loans")).toBe("pool_1");
  expect(groupName({ type: "is_bridged", name: "false" }, "tokens")).toBe("No");
  expect(groupName({ type: "loan", name: "loan_1" }, "loans")).toBe("loan_1");
  expect(groupName({ type: "symbol", name: "usd_1" }, "tokens")).toBe("usd_1");
});
