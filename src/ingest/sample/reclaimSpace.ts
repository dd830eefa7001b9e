import { ledgerResources } from "#domain";
import type { MarketStore } from "#stores";

/**
 * Gives the space back of sample rows that were deleted or written again: a deletion only marks rows, and
 * rows that were replaced stay until their parts happen to be merged.
 */
export async function reclaimSpace(store: MarketStore): Promise<void> {
  for (const table of ["observations", ...ledgerResources.map((resource) => resource.table)]) {
    await store.run(`OPTIMIZE TABLE ${table} FINAL`);
  }
}
