import type { MarketStore } from "#stores";

/** Fills a store and closes it on failure, so that later files of this process can open their own. */
export async function fillStore(store: MarketStore, fill: () => Promise<unknown>): Promise<void> {
  try {
    await fill();
  } catch (error) {
    await store.close();
    throw error;
  }
}
