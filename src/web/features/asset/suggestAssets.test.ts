import { expect, test } from "vitest";
import { searchesFor } from "./suggestAssets";

test("an unknown slug is searched in full, then word by word, then by its first letters", () => {
  expect(searchesFor("blackrock-liquidty-fund")).toEqual([
    "blackrock liquidty fund",
    "blackrock",
    "liquidty",
    "fund",
    "bla",
  ]);
});

test("punctuation and single letters are not searched", () => {
  expect(searchesFor("a-%20-<b>")).toEqual(["20"]);
  expect(searchesFor("-")).toEqual([]);
});
