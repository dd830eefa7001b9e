import { ipPrefixOf } from "./ipPrefixOf";

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
