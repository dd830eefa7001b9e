/** Token addresses and networks as people write them. */

export * from "./networkFinder";
export * from "./tokenAddress";
