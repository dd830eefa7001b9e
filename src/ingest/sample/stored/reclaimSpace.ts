import { ledgerResources } from "#domain";
import type { MarketStore } from "#stores";

const sampleTables: readonly string[] = ["observations", ...ledgerResources.map(({ table }) => table)];

/**
 * Gives the space back of sample rows that were deleted or written again: a deletion only marks rows, and
 * rows that were replaced stay until their parts happen to be merged.
 */
export async function reclaimSpace(store: MarketStore, tables = sampleTables): Promise<void> {
  for (const table of tables) {
    await store.run(`OPTIMIZE TABLE ${table} FINAL`);
  }
}
