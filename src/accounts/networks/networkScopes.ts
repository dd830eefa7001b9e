import ipaddr from "ipaddr.js";
import { ipPrefixOf } from "../ipPrefixes/ipPrefixOf";

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
  const isWide = ipaddr.IPv6.isValid(address.split("%")[0] ?? "") && ipPrefixOf(address).includes("/");
  if (!isWide) return [{ network: ipPrefixOf(address), share: 1 }];
  return [
    { network: ipPrefixOf(address, 64), share: 1 },
    { network: ipPrefixOf(address, 56), share: 2 },
    { network: ipPrefixOf(address, 48), share: 4 },
  ];
}
