import { rmSync } from "node:fs";
import { cp, mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { type MarketStore, openMarketStore } from "#stores";
import { fillStore } from "./fillStore";
import { hangLimits } from "./hangLimits";

export type Fill = (store: MarketStore) => Promise<void>;

/** The folder to copy, by the function that filled it. */
const originals = new Map<Fill, Promise<string>>();

/**
 * Opens an embedded market in its own folder with the contents written by `fill`. A process fills one folder and
 * copies it afterwards: creating the tables takes the engine four times as long.
 */
export async function openFilledMarket(folder: string, fill: Fill): Promise<MarketStore> {
  const original = originals.get(fill) ?? makeOriginal(fill);
  originals.set(fill, original);
  await cp(await original, folder, { recursive: true });
  return openMarketStore({ url: null, folder, times: hangLimits.statement });
}

async function makeOriginal(fill: Fill): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), "filled-market-"));
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  const store = await openMarketStore({ url: null, folder });
  await fillStore(store, () => fill(store));
  await store.close();
  return folder;
}
