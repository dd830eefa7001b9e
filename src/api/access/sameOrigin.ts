/**
 * Whether a request was made by our own pages, or by no browser at all. Browsers
 * say which site made a request, and pages cannot change what they say;
 * the cookie alone proves nothing, since browsers add it by themselves.
 *
 * @param baseUrl public address of the site
 */
export function isSameOrigin(request: Request, baseUrl: string): boolean {
  const site = request.headers.get("sec-fetch-site");
  if (site !== null) return site === "same-origin" || site === "none";
  const origin = request.headers.get("origin");
  if (origin === null) return true;
  // The Host header is the browser's own word for where it sent the request; proxies may have changed it.
  if (origin === new URL(baseUrl).origin) return true;
  const host = hostOf(origin);
  return host !== null && host === request.headers.get("host");
}

function hostOf(origin: string): string | null {
  try {
    return new URL(origin).host;
  } catch {
    return null;
  }
}
