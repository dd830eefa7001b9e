/** Where a request comes from. */
import ipaddr from "ipaddr.js";
import type { IpAddress, ProxyTrust } from "./proxyTrust";

/**
 * The address of the machine that a request comes from.
 *
 * Behind proxies each adds the address it saw to the end of X-Forwarded-For. Read from the end, the
 * header is as good as the machine that wrote it: it counts up to the first address that is not a
 * proxy of ours. What stands before that one, anybody can write.
 *
 * @param socketAddress who opened the connection; blank where there is none
 * @param forwardedFor the X-Forwarded-For header, however often it was sent
 */
export function networkAddress(socketAddress: string, forwardedFor: string, trust: ProxyTrust): string {
  const socket = parseAddress(socketAddress);
  if (trust.kind === "none") return textOf(socket, socketAddress);
  // From the nearest machine to the farthest.
  const hops = forwardedFor.split(",").map(parseAddress).reverse();
  return trust.kind === "hops"
    ? textOf(numberedHop(hops, trust.hops) ?? socket, socketAddress)
    : textOf(nearestStranger(socket, hops, trust.isProxy), socketAddress);
}

/** Null where the request passed fewer machines than there are proxies: nothing in its header is theirs then. */
const numberedHop = (hops: (IpAddress | null)[], proxies: number): IpAddress | null =>
  hops.slice(0, proxies).every((hop) => hop !== null) ? (hops[proxies - 1] ?? null) : null;

/** The first machine that is not a proxy, or the last proxy before something that is no address. */
function nearestStranger(
  socket: IpAddress | null,
  hops: (IpAddress | null)[],
  isProxy: (address: IpAddress) => boolean,
): IpAddress | null {
  let nearest = socket;
  for (const hop of hops) {
    if (nearest === null || !isProxy(nearest) || hop === null) break;
    nearest = hop;
  }
  return nearest;
}

const textOf = (address: IpAddress | null, otherwise: string): string => address?.toString() ?? otherwise;

/** `::ffff:192.0.2.1` is an IPv4 address as a socket for both kinds writes it; some proxies add the port. */
function parseAddress(text: string): IpAddress | null {
  const trimmed = text.trim();
  const bare =
    /^\[(.+)\](?::\d+)?$/.exec(trimmed)?.[1] ?? /^(\d+(?:\.\d+){3}):\d+$/.exec(trimmed)?.[1] ?? trimmed;
  const plain = bare.split("%")[0] ?? "";
  const isAddress = ipaddr.IPv4.isValidFourPartDecimal(plain) || ipaddr.IPv6.isValid(plain);
  return isAddress ? ipaddr.process(plain) : null;
}
