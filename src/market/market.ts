import type { MarketStore } from "#stores";

/** What the functions of this room read from. One per process. */
export interface Market {
  store: MarketStore;
}

export interface MarketOptions {
  store: MarketStore;
}

export const openMarket = ({ store }: MarketOptions): Market => ({ store });
