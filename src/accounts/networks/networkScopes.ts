import ipaddr from "ipaddr.js";
import { networkOf } from "./networkOf";

export interface NetworkScope {
  network: string;
  /** How many times the limit of one visitor may come from it. */
  share: number;
}

/**
 * The networks that a limit per network address counts for, narrowest first. Providers give a home a
 * /64 or a /56 and a firm a /48: whoever has one of those could otherwise start over in each /64 of it.
 */
export function networkScopes(address: string): NetworkScope[] {
  const isWide = ipaddr.IPv6.isValid(address.split("%")[0] ?? "") && networkOf(address).includes("/");
  if (!isWide) return [{ network: networkOf(address), share: 1 }];
  return [
    { network: networkOf(address, 64), share: 1 },
    { network: networkOf(address, 56), share: 2 },
    { network: networkOf(address, 48), share: 4 },
  ];
}
