/**
 * Whether a request was sent by our own pages, or not by a browser. Browsers
 * name the site that sent a request in headers that pages cannot change;
 * the cookie proves nothing, since browsers add it to cross-site requests too.
 *
 * @param baseUrl public URL of the site
 */
export function isSameOrigin(request: Request, baseUrl: string): boolean {
  const site = request.headers.get("sec-fetch-site");
  if (site !== null) return site === "same-origin" || site === "none";
  const origin = request.headers.get("origin");
  if (origin === null) return true;
  // The Host header is the host to which the browser sent the request; proxies may have changed it.
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
