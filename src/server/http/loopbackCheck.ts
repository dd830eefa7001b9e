import ipaddr from "ipaddr.js";

/** Headers that proxies add: with one of them, the address of the connection is not that of the visitor. */
const proxyHeaders = ["forwarded", "via", "x-forwarded-for", "x-forwarded-host", "x-real-ip"];

/**
 * Whether a request comes from the machine of the server itself. False behind a proxy, and for an installation whose
 * public URL or the request's Host header names another host: a proxy or a rebound DNS name may then be involved.
 */
export function loopbackCheck({
  baseUrl,
  networkAddress,
}: {
  baseUrl: string;
  networkAddress: (request: Request) => string;
}): (request: Request) => boolean {
  const isLocalSite = isLoopbackHost(new URL(baseUrl).hostname);
  return (request) =>
    isLocalSite &&
    isLoopbackHost(new URL(request.url).hostname) &&
    !proxyHeaders.some((name) => request.headers.has(name)) &&
    isLoopbackAddress(networkAddress(request));
}

const isLoopbackHost = (host: string): boolean =>
  host === "localhost" || host.endsWith(".localhost") || isLoopbackAddress(host.replace(/^\[|\]$/g, ""));

const isLoopbackAddress = (address: string): boolean =>
  ipaddr.isValid(address) && ipaddr.process(address).range() === "loopback";
