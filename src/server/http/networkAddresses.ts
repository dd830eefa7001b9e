import type { Context } from "hono";
import ipaddr from "ipaddr.js";
import type { IpAddress, ProxyTrust } from "./proxyTrust";

/** Network address of a request's visitor. */

/**
 * The network address of the machine that a request comes from.
 *
 * Each proxy appends the address it saw to X-Forwarded-For. The header is read from the end, up to the first
 * address that is not a trusted proxy; entries before it can be forged.
 *
 * @param socketAddress remote address of the connection; blank if unknown
 * @param forwardedFor the X-Forwarded-For headers, joined
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

/** Null if the request passed fewer machines than there are proxies: then its header is not theirs. */
const numberedHop = (hops: (IpAddress | null)[], proxies: number): IpAddress | null =>
  hops.slice(0, proxies).every((hop) => hop !== null) ? (hops[proxies - 1] ?? null) : null;

/** The first address that is not a proxy, or the last proxy before an entry that is not an address. */
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

/**
 * Accepts IPv4 addresses as `::ffff:192.0.2.1`, the form of dual-stack sockets, and with a port, which some
 * proxies add.
 */
function parseAddress(text: string): IpAddress | null {
  const trimmed = text.trim();
  const bare =
    /^\[(.+)\](?::\d+)?$/.exec(trimmed)?.[1] ?? /^(\d+(?:\.\d+){3}):\d+$/.exec(trimmed)?.[1] ?? trimmed;
  const plain = bare.split("%")[0] ?? "";
  const isAddress = ipaddr.IPv4.isValidFourPartDecimal(plain) || ipaddr.IPv6.isValid(plain);
  return isAddress ? ipaddr.process(plain) : null;
}

/** Network addresses of requests: recorded on arrival, looked up later by the request. */
export interface NetworkAddresses {
  note(context: Context): void;
  of(request: Request): string;
}

interface NodeEnvironment {
  incoming?: { socket?: { remoteAddress?: string } };
}

export function createNetworkAddresses({ trust }: { trust: ProxyTrust }): NetworkAddresses {
  const known = new WeakMap<Request, string>();
  return {
    note: (context) => {
      const environment: NodeEnvironment | undefined = context.env;
      const socket = environment?.incoming?.socket?.remoteAddress ?? "";
      const forwarded = context.req.header("x-forwarded-for") ?? "";
      known.set(context.req.raw, networkAddress(socket, forwarded, trust));
    },
    of: (request) => known.get(request) ?? "",
  };
}
