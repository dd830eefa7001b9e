/** Where a request comes from. */
import { BlockList, isIP } from "node:net";

const nearby = new BlockList();
for (const [network, prefix] of [
  ["10.0.0.0", 8],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.168.0.0", 16],
] as const) {
  nearby.addSubnet(network, prefix, "ipv4");
}
nearby.addAddress("::1", "ipv6");
nearby.addSubnet("fc00::", 7, "ipv6");
nearby.addSubnet("fe80::", 10, "ipv6");

const isNearby = (address: string) => nearby.check(address, isIP(address) === 6 ? "ipv6" : "ipv4");

/** `::ffff:192.0.2.1` is an IPv4 address as a socket for both kinds writes it. */
const plain = (address: string) => address.trim().replace(/^::ffff:(?=\d+\.)/i, "");

/**
 * The address of the machine that a request comes from.
 *
 * Behind proxies each adds the address it saw to the end of X-Forwarded-For, so
 * the last one that is not a proxy of our own (an address of a private network)
 * is the nearest that we cannot vouch for. What stands before it, anybody can write.
 *
 * @param forwardedFor the X-Forwarded-For header; null where proxies are not trusted
 */
export function networkAddress(socketAddress: string, forwardedFor: string | null): string {
  const hops = (forwardedFor ?? "")
    .split(",")
    .map(plain)
    .filter((hop) => isIP(hop) !== 0);
  return hops.findLast((hop) => !isNearby(hop)) ?? hops.at(-1) ?? plain(socketAddress);
}
