import ipaddr from "ipaddr.js";

/**
 * Prefix length of an IPv6 address that a limit applies to: a subscriber, a site, or a large customer of a
 * provider.
 */
export type NetworkBits = 64 | 56 | 48;

/**
 * The network that counts as one visitor: an IPv4 address, or a prefix of an IPv6 address, since a subscriber
 * controls all addresses of a prefix. Any other text is its own network.
 */
export function ipPrefixOf(address: string, bits: NetworkBits = 64): string {
  const plain = address.split("%")[0] ?? "";
  if (!ipaddr.IPv6.isValid(plain)) return address;
  const parsed = ipaddr.process(plain);
  if (parsed.kind() === "ipv4") return parsed.toString();
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${parsed}/${bits}`)}/${bits}`;
}
