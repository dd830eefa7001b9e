import ipaddr from "ipaddr.js";

/** How many bits of an IPv6 address a limit looks at: a subscriber's network, a site's, a provider's customer's. */
export type NetworkBits = 64 | 56 | 48;

/**
 * What counts as one visitor's network: an IPv4 address, or the first bits of an IPv6 address, since
 * whoever has one of those has them all. Anything else is a network of its own name.
 */
export function ipPrefixOf(address: string, bits: NetworkBits = 64): string {
  const plain = address.split("%")[0] ?? "";
  if (!ipaddr.IPv6.isValid(plain)) return address;
  const parsed = ipaddr.process(plain);
  if (parsed.kind() === "ipv4") return parsed.toString();
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${parsed}/${bits}`)}/${bits}`;
}
