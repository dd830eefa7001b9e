/**
 * Restricts outbound requests to public IP addresses. Addresses are checked when the connection is opened.
 */
import { lookup as resolveName } from "node:dns";
import type { LookupFunction } from "node:net";
import ipaddr from "ipaddr.js";
import type { ForbiddenError } from "#domain";

/** Whether requests to an IP address are allowed. */
export type AddressRule = (address: string) => boolean;

/**
 * The global unicast range of IPv6 (RFC 4291). Other addresses mean this machine (`::127.0.0.1`) or a network
 * of its own (`200::/7`).
 */
const GIVEN_OUT = ipaddr.IPv6.parseCIDR("2000::/3");

/** Whether an IP address is public, not of this machine or a private network. */
export const isPublicAddress: AddressRule = (text) => {
  if (!ipaddr.isValid(text)) return false;
  const address = ipaddr.process(text);
  return address.range() === "unicast" && (address instanceof ipaddr.IPv4 || address.match(GIVEN_OUT));
};

/**
 * Whether the host of a URL is a forbidden IP address. The addresses of a name are checked when the
 * connection is opened, since they can change between two lookups.
 */
export function isRefusedHost({ hostname }: URL, mayAsk: AddressRule): boolean {
  const host = hostname.replace(/^\[|\]$/g, "");
  return ipaddr.isValid(host) && !mayAsk(host);
}

/** Resolves a name to its allowed addresses; fails with `refusal` if there is none. */
export const lookupWithin =
  (mayAsk: AddressRule, refusal: (host: string) => ForbiddenError): LookupFunction =>
  (name, options, done) => {
    resolveName(name, { ...options, all: true }, (error, found) => {
      if (error !== null) return done(error, []);
      const allowed = found.filter((one) => mayAsk(one.address));
      const [first] = allowed;
      if (first === undefined) return done(refusal(name), []);
      return options.all === true ? done(null, allowed) : done(null, first.address, first.family);
    });
  };
