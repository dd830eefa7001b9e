import { type CatalogIndex, transactionsResource } from "#domain";
import type { MarketStore } from "#stores";

/**
 * Gives transactions the decimals that the catalog has for their tokens, where they have none or others. Rows stored
 * before the column existed have none.
 */
export async function updateTokenDecimals(store: MarketStore, { tokens }: CatalogIndex): Promise<void> {
  const { table } = transactionsResource;
  const known = new Map(tokens.flatMap(({ id, decimals }) => (decimals === null ? [] : [[id, decimals]])));
  const stored = await store.rows<{ token_id: number; token_decimals: number | null }>(
    `SELECT DISTINCT token_id, token_decimals FROM ${table}`,
  );
  const outdated = new Map(
    stored.flatMap(({ token_id: id, token_decimals: present }) => {
      const decimals = known.get(id);
      return decimals === undefined || decimals === present ? [] : [[id, decimals] as const];
    }),
  );
  if (outdated.size === 0) return;
  const ids = [...outdated.keys()].join(", ");
  await store.run(
    `ALTER TABLE ${table} UPDATE token_decimals = toFloat64(transform(token_id, [${ids}], [${[...outdated.values()].join(", ")}], 0))
     WHERE token_id IN (${ids}) SETTINGS mutations_sync = 2`,
  );
}
