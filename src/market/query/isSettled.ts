import type { Resource } from "#domain";
import type { Market } from "../market";
import { isReplacing, tableSql } from "./rowSource";

/**
 * Whether no row of a resource awaits replacement, so that its table can be read without `FINAL`: a page is
 * then read from its first row to its last, and a filter reads only its own columns. Determined once for each
 * version of the data: only ingestion replaces rows, and the engine merges them eventually.
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
