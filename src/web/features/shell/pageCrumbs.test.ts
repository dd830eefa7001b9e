import { expect, test } from "vitest";
import { menu } from "#domain";
import { pageCrumbs } from "./pageCrumbs";

test("a page of the menu stands under its group", () => {
  expect(pageCrumbs(menu, "/networks", { name: null })).toEqual([
    { label: "Participants", to: null },
    { label: "Networks", to: "/networks" },
  ]);
});

test("an entity stands under its list, by its name or else its slug", () => {
  expect(pageCrumbs(menu, "/networks/bnb-chain", { name: "BNB Chain" }).at(-1)).toEqual({
    label: "BNB Chain",
    to: null,
  });
  expect(pageCrumbs(menu, "/networks/bnb-chain", { name: null }).at(-1)).toEqual({
    label: "bnb-chain",
    to: null,
  });
});

test("a page may belong to another item than its path says", () => {
  const place = { name: "BUIDL", under: "/treasuries" };
  expect(pageCrumbs(menu, "/assets/buidl", place)).toEqual([
    { label: "Asset Classes", to: null },
    { label: "US Treasuries", to: "/treasuries" },
    { label: "BUIDL", to: null },
  ]);
  const elsewhere = { name: "BUIDL", under: "/no-such-class" };
  expect(pageCrumbs(menu, "/assets/buidl", elsewhere)[0]?.label).toBe("Tools");
});

test("the longest item wins, so that a tool under a list is not taken for one of its entities", () => {
  expect(pageCrumbs(menu, "/assets/aggregates", { name: null })).toEqual([
    { label: "Internal Tools", to: null },
    { label: "Asset Aggregates", to: "/assets/aggregates" },
  ]);
});

test("a page outside the menu is called as the list of screens calls it", () => {
  expect(pageCrumbs(menu, "/settings/team", { name: null })).toEqual([{ label: "Team", to: null }]);
});

test("the start page and unnamed pages outside the menu have none", () => {
  expect(pageCrumbs(menu, "/", { name: "x" })).toEqual([]);
  expect(pageCrumbs(menu, "/elsewhere", { name: null })).toEqual([]);
});

test("a page without an item stands in the group of the folder that it is in", () => {
  expect(pageCrumbs(menu, "/admin/audit_log", { name: null })).toEqual([
    { label: "Admin", to: null },
    { label: "Audit Log", to: null },
  ]);
  // What is in a folder of several groups stands in none of them.
  expect(pageCrumbs(menu, "/assets-of-old", { name: "Assets of old" })).toEqual([
    { label: "Assets of old", to: null },
  ]);
});
