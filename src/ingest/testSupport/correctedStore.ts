/** The store, catalog and files of tests that kill corrections of imported figures. */
import { DAY_MS, isoDay } from "#domain/days";
import { type MarketStore, migrateMarketStore, openMarketStore, showPublished } from "#stores";
import { loadCatalog } from "../catalog/loadCatalog";
import { commit } from "../commit";
import { dropScratchTables } from "../scratchTables";
import { asset, catalogOf, network, token } from "./catalogBuilder";

export const correctedToday = "2024-12-31";

export const correctedCatalog = catalogOf({
  networks: [network(1, "ethereum")],
  assets: [asset(101, "alpha"), asset(102, "beta")],
  tokens: [token(1011, "alpha", "ethereum"), token(1021, "beta", "ethereum")],
});

/** Opens a store as at a start: what a killed process began is completed. */
export async function openCorrectedStore(folder: string): Promise<MarketStore> {
  const store = await openMarketStore({ url: null, folder });
  await migrateMarketStore(store);
  await dropScratchTables(store);
  await showPublished(store);
  await commit(store, { today: correctedToday }, () => loadCatalog(store, correctedCatalog));
  return store;
}

interface Prices {
  entity: string;
  /** First day, counted from 2010-01-01. */
  first: number;
  days: number;
  /** Price of the first day; ten prices alternate. */
  value: number;
}

/** A file of daily prices. */
export const pricesFile = (...series: readonly Prices[]): string =>
  `entity,metric,date,value\n${series
    .flatMap(({ entity, first, days, value }) =>
      Array.from({ length: days }, (_, i) => {
        const date = isoDay(Date.UTC(2010, 0, 1) + (first + i) * DAY_MS);
        return `${entity},price_dollar,${date},${value + (i % 10)}\n`;
      }),
    )
    .join("")}`;
