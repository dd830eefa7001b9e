import type { MarketStore } from "#stores";
import { readSource, type Source } from "../sources";

/** Every source, newest first. */
export async function listSources(store: MarketStore): Promise<Source[]> {
  const rows = await store.rows<{ id: number }>("SELECT id FROM sources FINAL ORDER BY ingested_at DESC, id");
  const sources = await Promise.all(rows.map(({ id }) => readSource(store, id)));
  return sources.filter((source) => source !== null);
}
