import { expect, test } from "vitest";
import { searchesFor, suggestAssets } from "./suggestAssets";

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

test.each([
  ["treasuryfund", true],
  ["nope", false],
])("assets for %s are told from the largest ones: %s", async (slug, areSimilar) => {
  const [api, results] = marketOf("treasuryfund");
  expect(await suggestAssets(api, slug)).toEqual({ results, areSimilar });
});

/** A market whose one asset is found by a word, and by none. */
function marketOf(word: string): [api: Parameters<typeof suggestAssets>[0], results: object[]] {
  const results = [{ slug: "fund" }];
  const queryOptions = ({ query }: { query: { search: string } }) => ({ queryKey: [query.search] });
  const queryClient = {
    query: async ({ queryKey: [words] }: { queryKey: [string] }) => ({
      results: words === word || words === "" ? results : [],
    }),
  };
  return [{ queryClient, trpc: { market: { table: { queryOptions }, aggregates: {} } } } as never, results];
}
