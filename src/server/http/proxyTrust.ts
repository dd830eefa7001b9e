/** Proxies that are trusted to report where a request comes from: the setting TRUST_PROXY. */
import ipaddr from "ipaddr.js";

export type IpAddress = ipaddr.IPv4 | ipaddr.IPv6;
type Network = [IpAddress, number];

/** None, a number of proxies in a row, or the networks of the proxies. */
export type ProxyTrust =
  | { kind: "none" }
  | { kind: "hops"; hops: number }
  | { kind: "networks"; isProxy: (address: IpAddress) => boolean };

/** Larger numbers are taken for a typing error. */
const MAX_HOPS = 10;

const namedNetworks: Readonly<Record<string, readonly string[]>> = {
  loopback: ["127.0.0.0/8", "::1/128"],
  private: [
    "127.0.0.0/8",
    "10.0.0.0/8",
    "169.254.0.0/16",
    "172.16.0.0/12",
    "192.168.0.0/16",
    "::1/128",
    "fc00::/7",
    "fe80::/10",
  ],
};

/** Values that the setting accepted before it supported numbers and networks. */
const formerValues: Readonly<Record<string, string>> = { false: "0", true: "private" };

/**
 * Parses `2`, or `loopback, 203.0.113.0/24, 2001:db8::/32`.
 * @throws Error naming the invalid part and the valid forms
 */
export function parseProxyTrust(setting: string): ProxyTrust {
  const given = setting.trim().toLowerCase();
  const text = formerValues[given] ?? given;
  if (/^\d+$/.test(text)) {
    const hops = Number(text);
    if (hops > MAX_HOPS) throw new Error(`${text} proxies exceed the maximum of ${MAX_HOPS}`);
    return hops === 0 ? { kind: "none" } : { kind: "hops", hops };
  }
  const networks = text
    .split(",")
    .map((part) => part.trim())
    .flatMap((part) => namedNetworks[part] ?? [part])
    .map(parseNetwork);
  return {
    kind: "networks",
    isProxy: (address) =>
      networks.some(([network, bits]) => address.kind() === network.kind() && address.match(network, bits)),
  };
}

function parseNetwork(text: string): Network {
  const [address = "", bits, ...rest] = text.split("/");
  const isAddress = ipaddr.IPv4.isValidFourPartDecimal(address) || ipaddr.IPv6.isValid(address);
  if (!isAddress || rest.length > 0 || address.includes("%")) {
    throw new Error(
      `${JSON.stringify(text)} is neither a number of proxies nor a network such as 203.0.113.0/24, 2001:db8::/32, loopback or private`,
    );
  }
  const parsed = ipaddr.parse(address);
  const size = parsed.kind() === "ipv4" ? 32 : 128;
  const prefix = bits === undefined ? size : /^\d{1,3}$/.test(bits) ? Number(bits) : Number.NaN;
  if (!(prefix >= 1 && prefix <= size)) {
    throw new Error(`${JSON.stringify(text)} must end in a prefix length from /1 to /${size}`);
  }
  return [parsed, prefix];
}
