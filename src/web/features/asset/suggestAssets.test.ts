import { expect, test } from "vitest";
import { searchesFor } from "./suggestAssets";

test("a wrong slug is looked for whole, then word by word, then by its first letters", () => {
  expect(searchesFor("blackrock-liquidty-fund")).toEqual([
    "blackrock liquidty fund",
    "blackrock",
    "liquidty",
    "fund",
    "bla",
  ]);
});

test("signs and single letters are nothing to look for", () => {
  expect(searchesFor("a-%20-<b>")).toEqual(["20"]);
  expect(searchesFor("-")).toEqual([]);
});
