/** Where sign-in may lead a visitor. */

/**
 * Redirects stay on our own origin, whatever a link asks for. A path of two slashes (`/.//host`,
 * `/\\host` after our own address) is another site's name as soon as it is sent without the origin.
 */
export function ownAddress(url: string, baseUrl: string): string {
  try {
    const target = new URL(url, baseUrl);
    const isOwn = target.origin === new URL(baseUrl).origin && !target.pathname.startsWith("//");
    return isOwn ? target.href : baseUrl;
  } catch {
    return baseUrl;
  }
}

/** Whether the library takes it as an address at all; it answers 500 to scripts and nonsense. */
export function isHttpAddress(url: string, baseUrl: string): boolean {
  try {
    return /^https?:$/.test(new URL(url, url.startsWith("/") ? baseUrl : undefined).protocol);
  } catch {
    return false;
  }
}

/**
 * A redirect on our own origin as a path alone: the visitor then stays on the
 * address by which they reached us, whether or not BASE_URL says the same.
 */
export function asPath(location: string, request: Request): string {
  const { origin, pathname, search, hash } = new URL(location, request.url);
  return origin === new URL(request.url).origin ? pathname + search + hash : location;
}
