/** Addresses that anybody on the internet could ask, told when the connection is made. */
import { lookup as resolveName } from "node:dns";
import type { LookupFunction } from "node:net";
import ipaddr from "ipaddr.js";
import type { ForbiddenError } from "#domain";

/** Whether an address of the network may be asked. */
export type AddressRule = (address: string) => boolean;

/**
 * Where the addresses of IPv6 are that anybody on the internet can have (RFC 4291). The rest is not given out, and what uses it
 * is this machine (`::127.0.0.1`) or a network of its own (`200::/7`).
 */
const GIVEN_OUT = ipaddr.IPv6.parseCIDR("2000::/3");

/** Whether an address is anybody's on the internet, not of this machine or of a private network. */
export const isPublicAddress: AddressRule = (text) => {
  if (!ipaddr.isValid(text)) return false;
  const address = ipaddr.process(text);
  return address.range() === "unicast" && (address instanceof ipaddr.IPv4 || address.match(GIVEN_OUT));
};

/**
 * Whether the host of an address is a number that may not be asked. A name is checked by the addresses that it stands
 * for, when the connection is made: it may change between two looks.
 */
export function isRefusedHost({ hostname }: URL, mayAsk: AddressRule): boolean {
  const host = hostname.replace(/^\[|\]$/g, "");
  return ipaddr.isValid(host) && !mayAsk(host);
}

/** Resolves a name to those of its addresses that may be asked; fails with `refusal` where there is none. */
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
