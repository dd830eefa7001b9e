import { marketOptions } from "../../rpc/marketQueries";
import type { RouterContext } from "../../rpc/routerContext";
import { suggestionsFor } from "./assetQueries";

/** Search terms for a slug, from the full slug to its first letters. */
export function searchesFor(slug: string): string[] {
  const words = slug
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word.length > 1);
  const [first = ""] = words;
  return [...new Set([words.join(" "), ...words, first.slice(0, 3)])].filter((text) => text.length > 1);
}

/** Assets similar to an unknown slug, or the largest assets if none is similar. */
export async function suggestAssets(
  { queryClient, trpc }: Pick<RouterContext, "queryClient" | "trpc">,
  slug: string,
) {
  for (const words of [...searchesFor(slug).slice(0, 5), ""]) {
    const { results } = await queryClient.query(marketOptions(trpc, suggestionsFor(words)));
    if (results.length > 0) return { results, areSimilar: words !== "" };
  }
  return { results: [], areSimilar: false };
}
