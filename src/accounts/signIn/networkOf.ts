import { isIPv6 } from "node:net";

const GROUPS_OF_NETWORK = 4;

/**
 * What counts as one visitor's network: an IPv4 address, or the first 64 bits of an IPv6 address,
 * since whoever has one of those has them all.
 */
export function networkOf(address: string): string {
  if (!isIPv6(address)) return address;
  const [head = "", tail] = (address.split("%")[0] ?? "").toLowerCase().split("::");
  const groups = head.split(":").filter((group) => group !== "");
  if (tail !== undefined) {
    const rest = tail.split(":").filter((group) => group !== "");
    const zeros = Math.max(0, 8 - groups.length - rest.length);
    groups.push(...Array.from({ length: zeros }, () => "0"), ...rest);
  }
  const network = groups.slice(0, GROUPS_OF_NETWORK).map((group) => group.replace(/^0+(?=.)/, ""));
  return `${network.join(":")}::/64`;
}
