/**
 * Restricts outbound requests to public IP addresses. Addresses are checked when the connection is opened, since the
 * addresses of a name can change between two lookups.
 */
import { lookup as resolveName } from "node:dns";
import type { LookupFunction } from "node:net";
import ipaddr from "ipaddr.js";
import type { ForbiddenError } from "#domain/errors";

/** Whether requests to an IP address are allowed. */
export type AddressRule = (address: string) => boolean;

/**
 * The global unicast range of IPv6 (RFC 4291). Other addresses mean this machine (`::127.0.0.1`), another one behind a
 * translator (`64:ff9b::/96`), or a network of its own (`200::/7`).
 */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR("2000::/3");

/** Metadata services at addresses that are public by range: that of Azure's virtual machines. */
const METADATA_SERVICES: ReadonlySet<string> = new Set(["168.63.129.16"]);

/** Whether an IP address is public, not of this machine, a private network or the metadata service of a cloud. */
export const isPublicAddress: AddressRule = (text) => {
  if (!ipaddr.isValid(text)) return false;
  const address = ipaddr.process(text);
  return (
    address.range() === "unicast" &&
    (address instanceof ipaddr.IPv4 || address.match(GLOBAL_UNICAST)) &&
    !METADATA_SERVICES.has(address.toString())
  );
};

/** The host of a URL as an IP address or name; IPv6 addresses without brackets. */
export const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, "");

/** Whether the host of a URL is a forbidden IP address; names are checked by `guardedLookup`. */
export function isRefusedHost(url: URL, isAllowed: AddressRule): boolean {
  const host = hostOf(url);
  return ipaddr.isValid(host) && !isAllowed(host);
}

export interface LookupGuard {
  isAllowed: AddressRule;
  /** The error for a name without an allowed address. */
  refusal: (host: string) => ForbiddenError;
  /** Default: the resolver of the system. */
  resolve?: typeof resolveName | undefined;
}

/** Resolves a name to its allowed addresses, for the connection that is being opened. */
export const guardedLookup =
  ({ isAllowed, refusal, resolve = resolveName }: LookupGuard): LookupFunction =>
  (name, options, done) => {
    resolve(name, { ...options, all: true }, (error, found) => {
      if (error !== null) return done(error, []);
      const allowed = found.filter(({ address }) => isAllowed(address));
      const [first] = allowed;
      if (first === undefined) return done(refusal(name), []);
      return options.all === true ? done(null, allowed) : done(null, first.address, first.family);
    });
  };
