import type { MarketStore } from "#stores";

export async function tableExists(store: MarketStore, table: string): Promise<boolean> {
  const [row] = await store.rows<{ result: number }>(`EXISTS TABLE ${table}`);
  return row?.result === 1;
}
