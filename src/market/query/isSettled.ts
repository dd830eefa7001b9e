import type { Resource } from "#domain";
import type { Market } from "../market";
import { isReplacing, tableSql } from "./rowSource";

/**
 * Whether no row of a resource stands beside one that replaces it, so that its table may be read as it is: without
 * `FINAL`, a page is read from where it begins and ends with its last row, and a filter reads its own columns alone.
 * Found out once for each version of the data: only what is ingested anew replaces rows, and the engine merges them
 * away in its own time.
 */
export async function isSettled(market: Market, resource: Resource): Promise<boolean> {
  if (!isReplacing(resource)) return true;
  const { rows, replacing } = await market.remember({
    kind: "rows and replaced rows",
    key: resource.slug,
    isGround: true,
    sizeOf: () => 100,
    make: async () => {
      const [counts] = await market.store.compactRows<[rows: string, replacing: string]>(
        `SELECT (SELECT count() FROM ${resource.table}), (SELECT count() FROM ${tableSql(resource)})`,
      );
      const [all = "0", final = "0"] = counts ?? [];
      return { rows: all, replacing: final };
    },
  });
  return rows === replacing;
}
