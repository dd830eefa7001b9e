/**
 * Rendered pages of anonymous visitors, kept until market data changes: a page
 * costs one render per change, not one per visitor. Entries hold the bytes as
 * they are sent, plain and compressed, so that a hit does no work but a look-up.
 */
import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { LRUCache } from "lru-cache";

/** A page in one encoding, with the headers it is sent under: a hit puts nothing together. */
interface Variant {
  body: Uint8Array<ArrayBuffer>;
  headers: Record<string, string>;
}

interface CachedPage {
  dataVersion: string;
  etag: string;
  /** Headers without a body, for browsers that have the page already. */
  unchanged: Record<string, string>;
  plain: Variant;
  gzip: Variant;
  brotli: Variant;
}

export interface PageCache {
  /** The page for a request: from the cache, or rendered now and kept where it may be. */
  respond(request: Request, render: () => Promise<Response>): Promise<Response>;
}

export interface PageCacheOptions {
  /** Moves whenever any figure on any page may have changed. */
  dataVersion: () => string;
  /** True where the answer depends on who asks. */
  isPersonal: (request: Request) => Promise<boolean>;
  maxBytes?: number;
}

const compressGzip = promisify(gzip);
const compressBrotli = promisify(brotliCompress);
/** Above this a page is sent but not kept. */
const MAX_PAGE_BYTES = 4_000_000;

export function createPageCache({
  dataVersion,
  isPersonal,
  maxBytes = 128_000_000,
}: PageCacheOptions): PageCache {
  const pages = new LRUCache<string, CachedPage>({
    maxSize: maxBytes,
    sizeCalculation: ({ plain, gzip, brotli }) =>
      plain.body.length + gzip.body.length + brotli.body.length + 2_000,
  });
  const rendering = new Map<string, Promise<CachedPage | Response>>();

  return {
    respond: async (request, render) => {
      if (request.method !== "GET" && request.method !== "HEAD") return render();
      if (await isPersonal(request)) return asPrivate(await render());
      const version = dataVersion();
      const url = new URL(request.url);
      const key = `${url.pathname}${url.search}`;
      const kept = pages.get(key);
      if (kept?.dataVersion === version) return send(kept, request);

      // Visitors who ask for the same page while it renders share that one render.
      const inFlight = `${version} ${key}`;
      const running = rendering.get(inFlight) ?? renderAndKeep(key, version, render);
      const leads = !rendering.has(inFlight);
      if (leads) {
        rendering.set(inFlight, running);
        running.finally(() => rendering.delete(inFlight)).catch(() => undefined);
      }
      const page = await running;
      if (!(page instanceof Response)) return send(page, request);
      return leads ? page : render();
    },
  };

  async function renderAndKeep(
    key: string,
    version: string,
    render: () => Promise<Response>,
  ): Promise<CachedPage | Response> {
    const response = await render();
    const isPage = response.status === 200 && response.headers.get("content-type")?.startsWith("text/html");
    if (
      !isPage ||
      response.headers.has("set-cookie") ||
      response.headers.get("cache-control") === "no-store"
    ) {
      return response;
    }
    const plain = new Uint8Array(await response.arrayBuffer());
    const { "content-length": _, ...headers } = Object.fromEntries(response.headers);
    if (plain.length > MAX_PAGE_BYTES) return new Response(plain, { headers });
    const [gzipped, brotli] = await Promise.all([
      compressGzip(plain),
      compressBrotli(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
    ]);
    const etag = `W/"${createHash("sha256").update(plain).digest("base64url").slice(0, 22)}"`;
    const shared = {
      ...headers,
      etag,
      vary: "Accept-Encoding, Cookie",
      // Browsers may keep a page but must ask whether it still holds.
      "cache-control": "public, max-age=0, must-revalidate",
    };
    const variant = (body: Uint8Array, encoding?: string): Variant => ({
      body: new Uint8Array(body),
      headers: {
        ...shared,
        ...(encoding === undefined ? {} : { "content-encoding": encoding }),
        "content-length": String(body.length),
      },
    });
    const page: CachedPage = {
      dataVersion: version,
      etag,
      unchanged: shared,
      plain: variant(plain),
      gzip: variant(gzipped, "gzip"),
      brotli: variant(brotli, "br"),
    };
    pages.set(key, page);
    return page;
  }
}

function send(page: CachedPage, request: Request): Response {
  if (matches(request.headers.get("if-none-match"), page.etag)) {
    return new Response(null, { status: 304, headers: page.unchanged });
  }
  const accepted = request.headers.get("accept-encoding") ?? "";
  const { body, headers } = accepted.includes("br")
    ? page.brotli
    : accepted.includes("gzip")
      ? page.gzip
      : page.plain;
  return new Response(request.method === "HEAD" ? null : body, { headers });
}

const matches = (header: string | null, etag: string): boolean =>
  header?.split(",").some((tag) => tag.trim() === etag || tag.trim() === "*") ?? false;

function asPrivate(response: Response): Response {
  response.headers.set("cache-control", "private, no-store");
  return response;
}
