/** URLs that sign-in can redirect to. */

/**
 * Restricts redirects to our own origin. A path of two slashes (`/.//host`, `/\\host` after our own address)
 * becomes another site's host name once it is sent without the origin.
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

/** Whether the library accepts the value as a URL; it responds 500 to scripts and malformed values. */
export function isHttpAddress(url: string, baseUrl: string): boolean {
  try {
    return /^https?:$/.test(new URL(url, url.startsWith("/") ? baseUrl : undefined).protocol);
  } catch {
    return false;
  }
}

/**
 * A redirect on our own origin as a path, so that the visitor stays on the
 * host by which they reached us, even if BASE_URL names another.
 */
export function asPath(location: string, request: Request): string {
  const { origin, pathname, search, hash } = new URL(location, request.url);
  return origin === new URL(request.url).origin ? pathname + search + hash : location;
}
