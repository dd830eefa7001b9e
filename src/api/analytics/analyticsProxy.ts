/**
 * Proxy for the analytics service on our own origin: pages contact no third party,
 * and the service receives neither cookies nor the visitor's network address.
 */
import { analyticsAllowed } from "../access/analyticsAllowed";

/** Path on our own origin of the analytics service. */
export const ANALYTICS_PATH = "/api/insights";

const TIMEOUT_MS = 10_000;
const passedOn = ["content-type", "content-encoding", "accept", "user-agent"];
const passedBack = ["content-type", "cache-control", "etag"];

/** Forwards requests under `ANALYTICS_PATH`. Without the visitor's consent it accepts requests and forwards nothing. */
export function createAnalyticsProxy({ url }: { url: string }): (request: Request) => Promise<Response> {
  const base = new URL(url.endsWith("/") ? url : `${url}/`);
  return async (request) => {
    if (request.method !== "GET" && request.method !== "POST") {
      const headers = { allow: "GET, POST" };
      return Response.json({ message: "Analytics requests use GET or POST." }, { status: 405, headers });
    }
    if (!analyticsAllowed(request)) return new Response(null, { status: 204 });
    const target = targetOf(request, base);
    if (target === null) return Response.json({ message: "Nothing found at this address." }, { status: 404 });
    try {
      const response = await fetch(target, {
        method: request.method,
        headers: pick(request.headers, passedOn),
        redirect: "manual",
        signal: AbortSignal.timeout(TIMEOUT_MS),
        ...(request.method === "POST" ? { body: await request.arrayBuffer() } : {}),
      });
      const status = response.type === "opaqueredirect" || response.status >= 300 ? 502 : response.status;
      return new Response(status === 502 || status === 204 ? null : response.body, {
        status,
        headers: pick(response.headers, passedBack),
      });
    } catch {
      return new Response(null, { status: 502 });
    }
  };
}

/** The same path below the service's URL; null if dots would lead out of it. */
function targetOf(request: Request, base: URL): URL | null {
  const { pathname, search } = new URL(request.url);
  const target = new URL(`.${pathname.slice(ANALYTICS_PATH.length)}`, base);
  if (target.origin !== base.origin || !target.pathname.startsWith(base.pathname)) return null;
  target.search = search;
  return target;
}

function pick(headers: Headers, names: readonly string[]): Headers {
  const picked = new Headers();
  for (const name of names) {
    const value = headers.get(name);
    if (value !== null) picked.set(name, value);
  }
  return picked;
}
