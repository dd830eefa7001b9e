import { expect, test } from "vitest";
import { menu } from "#domain/screens";
import { pageCrumbs } from "./pageCrumbs";

test("a page of the menu is placed under its group", () => {
  expect(pageCrumbs(menu, "/networks", { name: null })).toEqual([
    { label: "Participants", to: null },
    { label: "Networks", to: "/networks" },
  ]);
});

test("an entity is placed under its list, by name or else by slug", () => {
  expect(pageCrumbs(menu, "/networks/bnb-chain", { name: "BNB Chain" }).at(-1)).toEqual({
    label: "BNB Chain",
    to: null,
  });
  expect(pageCrumbs(menu, "/networks/bnb-chain", { name: null }).at(-1)).toEqual({
    label: "bnb-chain",
    to: null,
  });
});

test("a page can belong to another item than its path indicates", () => {
  const place = { name: "BUIDL", under: "/treasuries" };
  expect(pageCrumbs(menu, "/assets/buidl", place)).toEqual([
    { label: "Asset Classes", to: null },
    { label: "US Treasuries", to: "/treasuries" },
    { label: "BUIDL", to: null },
  ]);
  const elsewhere = { name: "BUIDL", under: "/no-such-class" };
  expect(pageCrumbs(menu, "/assets/buidl", elsewhere)[0]?.label).toBe("Tools");
});

test("the longest item wins, so that a tool below a list is not mistaken for one of its entities", () => {
  expect(pageCrumbs(menu, "/assets/aggregates", { name: null })).toEqual([
    { label: "Internal Tools", to: null },
    { label: "Asset Aggregates", to: "/assets/aggregates" },
  ]);
});

test("a page outside the menu has the name of the list of screens", () => {
  expect(pageCrumbs(menu, "/settings/team", { name: null })).toEqual([{ label: "Team", to: null }]);
});

test("the start page and unnamed pages outside the menu have no crumbs", () => {
  expect(pageCrumbs(menu, "/", { name: "x" })).toEqual([]);
  expect(pageCrumbs(menu, "/elsewhere", { name: null })).toEqual([]);
});

test("a page without an item is placed in the group of its folder", () => {
  expect(pageCrumbs(menu, "/admin/audit_log", { name: null })).toEqual([
    { label: "Admin", to: null },
    { label: "Audit Log", to: null },
  ]);
  // A folder of several groups determines none.
  expect(pageCrumbs(menu, "/assets-of-old", { name: "Assets of old" })).toEqual([
    { label: "Assets of old", to: null },
  ]);
});
