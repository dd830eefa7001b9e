import { investmentsResource } from "#domain";
import type { MarketStore } from "#stores";

/** Whether there are imported investments: sample ones are then left out. */
export async function hasImportedInvestments(store: MarketStore): Promise<boolean> {
  const { table } = investmentsResource;
  return (await store.rows(`SELECT 1 FROM ${table} WHERE NOT is_sample LIMIT 1`)).length > 0;
}
