import { expect, test } from "vitest";
import { menu } from "#domain";
import { pageCrumbs } from "./pageCrumbs";

test("a page of the menu stands under its group", () => {
  expect(pageCrumbs(menu, "/networks", null)).toEqual([
    { label: "Participants", to: null },
    { label: "Networks", to: "/networks" },
  ]);
});

test("an entity stands under its list, by its name or else its slug", () => {
  expect(pageCrumbs(menu, "/networks/bnb-chain", "BNB Chain").at(-1)).toEqual({
    label: "BNB Chain",
    to: null,
  });
  expect(pageCrumbs(menu, "/networks/bnb-chain", null).at(-1)).toEqual({ label: "bnb-chain", to: null });
});

test("the longest item wins, so that a tool under a list is not taken for one of its entities", () => {
  expect(pageCrumbs(menu, "/assets/aggregates", null)).toEqual([
    { label: "Internal Tools", to: null },
    { label: "Asset Aggregates", to: "/assets/aggregates" },
  ]);
});

test("the start page and unnamed pages outside the menu have none", () => {
  expect(pageCrumbs(menu, "/", "x")).toEqual([]);
  expect(pageCrumbs(menu, "/elsewhere", null)).toEqual([]);
});
