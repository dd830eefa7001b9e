import ipaddr from "ipaddr.js";
import { ipPrefixOf } from "../ipPrefixes/ipPrefixOf";

export interface NetworkScope {
  network: string;
  /** Its limit as a multiple of that of one visitor. */
  share: number;
}

/**
 * The networks that a limit per network address counts, narrowest first. Providers assign a /64 or /56 to a
 * home and a /48 to a company, so a limit per /64 alone could be evaded by switching between them.
 */
export function networkScopes(address: string): NetworkScope[] {
  const isWide = ipaddr.IPv6.isValid(address.split("%")[0] ?? "") && ipPrefixOf(address).includes("/");
  if (!isWide) return [{ network: ipPrefixOf(address), share: 1 }];
  return [
    { network: ipPrefixOf(address, 64), share: 1 },
    { network: ipPrefixOf(address, 56), share: 2 },
    { network: ipPrefixOf(address, 48), share: 4 },
  ];
}
