/** Visitors and IP prefixes as limits and queues count them. */
import ipaddr from "ipaddr.js";

/**
 * Prefix length of an IPv6 address that a limit applies to: a subscriber, a site, or a large customer of a
 * provider.
 */
export type PrefixBits = 64 | 56 | 48;

/**
 * The IP prefix that counts as one visitor: an IPv4 address, or a prefix of an IPv6 address, since a subscriber
 * controls all addresses of a prefix. Any other text is its own prefix.
 */
export function ipPrefixOf(address: string, bits: PrefixBits = 64): string {
  const plain = address.split("%")[0] ?? "";
  if (!ipaddr.IPv6.isValid(plain)) return address;
  const parsed = ipaddr.process(plain);
  if (parsed.kind() === "ipv4") return parsed.toString();
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${parsed}/${bits}`)}/${bits}`;
}

export interface CountedPrefix {
  prefix: string;
  /** Its limit as a multiple of that of one visitor. */
  share: number;
}

/**
 * The IP prefixes that a limit per network address counts, narrowest first. Providers assign a /64 or /56 to a
 * home and a /48 to a company, so a limit per /64 alone could be evaded by switching between them.
 */
export function countedPrefixes(address: string): CountedPrefix[] {
  const narrowest = ipPrefixOf(address);
  const isIpv6 = ipaddr.IPv6.isValid(address.split("%")[0] ?? "") && narrowest.includes("/");
  if (!isIpv6) return [{ prefix: narrowest, share: 1 }];
  return [
    { prefix: narrowest, share: 1 },
    { prefix: ipPrefixOf(address, 56), share: 2 },
    { prefix: ipPrefixOf(address, 48), share: 4 },
  ];
}

/** An API key, a signed-in user (id blank for anonymous visitors), or a network address. */
export type VisitorIdentity = { keyId: number } | { userId?: string; networkAddress: string };

/**
 * The key of a visitor in queues and limits. Anonymous visitors are counted by their IPv4 address or the /64 prefix of
 * their IPv6 address, since one subscriber has all addresses of a prefix.
 */
export function visitorKey(identity: VisitorIdentity): string {
  if ("keyId" in identity) return `key ${identity.keyId}`;
  const { userId = "", networkAddress } = identity;
  return userId === "" ? `network ${ipPrefixOf(networkAddress)}` : `account ${userId}`;
}
