import type { MarketStore } from "#stores";

/** Fills a store, which is closed where that fails: the files that come after in this process open their own. */
export async function fillStore(store: MarketStore, fill: () => Promise<unknown>): Promise<void> {
  try {
    await fill();
  } catch (error) {
    await store.close();
    throw error;
  }
}
