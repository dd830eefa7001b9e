/**
 * Cache of pages rendered for anonymous visitors, valid until something that the page was rendered from changes: a
 * page costs one render per change, not one per visitor. Entries are compressed bytes as they are sent, so a hit costs only a
 * look-up.
 */
import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { brotliCompress, constants, gunzip, gzip } from "node:zlib";
import { acceptedEncodings, encodingFor, matchesETag, packBytes, sentBytes } from "#api";
import { RequestCache } from "#stores";

interface CompressedPageOptions {
  /**
   * Whether the site is served over https, where an observer sees only the length of a compressed response.
   */
  isHttps: boolean;
}

/**
 * Compresses a page that is sent once and not cached. Personal pages are compressed only if another site
 * cannot have triggered the request (docs/decisions/0032): an attacker who chooses part of the URL and
 * observes the compressed length could infer other content of the page.
 *
 * @returns the same response if it has no body
 */
export async function compressedPage(
  request: Request,
  page: Response,
  { isPersonal }: { isPersonal: false | CompressedPageOptions },
): Promise<Response> {
  const plain = new Uint8Array(await page.arrayBuffer());
  const { status } = page;
  const headers = new Headers(page.headers);
  if (plain.length === 0) return new Response(null, { status, headers });
  const mayPack = isPersonal === false || isOwnRequest(request, isPersonal);
  const encoding = mayPack ? encodingFor(plain, request.headers.get("accept-encoding")) : null;
  const sent = sentBytes(encoding === null ? plain : await packBytes(plain, encoding), encoding);
  for (const [name, value] of Object.entries(sent.headers)) headers.set(name, value);
  return new Response(request.method === "HEAD" ? null : sent.body, { status, headers });
}

/**
 * Whether the visitor or our own page triggered the request. Browsers report it over https
 * (`Sec-Fetch-Site`); without the header the page is not compressed. Over http the content is visible to
 * observers anyway.
 */
function isOwnRequest({ headers }: Request, { isHttps }: CompressedPageOptions): boolean {
  const site = headers.get("sec-fetch-site");
  return site === "same-origin" || site === "none" || (site === null && !isHttps);
}

/** A page in one encoding, with its headers. */
interface Variant {
  body: Uint8Array<ArrayBuffer>;
  headers: Record<string, string>;
}

interface KeptPage {
  status: number;
  etag: string;
  /** Headers of a 304 response. */
  unchanged: Record<string, string>;
  gzip: Variant;
  br: Variant;
}

/** A response that is not cached, buffered so that all waiting requests can be sent it. */
interface PassingAnswer {
  status: number;
  headers: Headers;
  body: Uint8Array<ArrayBuffer>;
}

export interface CachedPage {
  /** Identical for all addresses of the same page. */
  key: string;
  /** Status that a render must have to be cached. Default: 200. */
  status?: number;
  /**
   * Called once, before a render that this request would start; a response that it returns is sent instead.
   */
  admit: () => Promise<Response | null>;
  /** Renders the page for all visitors, independent of the request. */
  render: () => Promise<Response>;
}

export interface PageCache {
  /** Responds to a GET or HEAD request from the cache, or renders the page and caches it if possible. */
  respond(request: Request, page: CachedPage): Promise<Response>;
}

export interface PageCacheOptions {
  /** Changes whenever a figure on any page may have changed. */
  dataVersion: () => string;
  /** Everything else that pages show and that no page reads from the market, as text. Default: nothing. */
  otherState?: (() => string) | undefined;
  maxBytes?: number;
}

const compressGzip = promisify(gzip);
const compressBrotli = promisify(brotliCompress);
const unpack = promisify(gunzip);
/** Larger pages are sent but not cached. */
const MAX_PAGE_BYTES = 4_000_000;

export function createPageCache({
  dataVersion,
  otherState = () => "",
  maxBytes = 64_000_000,
}: PageCacheOptions): PageCache {
  const pages = new RequestCache<KeptPage | PassingAnswer>({ name: "pages", maxBytes });
  return {
    respond: async (request, page) => {
      const wanted = {
        version: dataVersion(),
        key: `${otherState()}\n${page.key}`,
        compute: () => renderPage(page),
        sizeOf,
      };
      if (!pages.has(wanted) && !(await pages.isStillRight(wanted))) {
        const refusal = await page.admit();
        if (refusal !== null) return refusal;
      }
      const response = await pages.get(wanted);
      if ("etag" in response) return send(response, request);
      // A fresh response each, since every waiting request reads it, in its own encoding.
      return compressedPage(request, new Response(isEmpty(response) ? null : response.body, response), {
        isPersonal: false,
      });
    },
  };
}

const sizeOf = (page: KeptPage | PassingAnswer): number | null =>
  "etag" in page ? page.gzip.body.length + page.br.body.length + 4_000 : null;

async function renderPage(page: CachedPage): Promise<KeptPage | PassingAnswer> {
  const response = await page.render();
  const plain = new Uint8Array(await response.arrayBuffer());
  const isPage =
    response.status === (page.status ?? 200) &&
    response.headers.get("content-type")?.startsWith("text/html") &&
    !response.headers.has("set-cookie") &&
    response.headers.get("cache-control") !== "no-store" &&
    plain.length <= MAX_PAGE_BYTES;
  if (!isPage) return { status: response.status, headers: unkept(response.headers), body: plain };
  const { "content-length": _, ...headers } = Object.fromEntries(response.headers);
  const [gzipped, brotli] = await Promise.all([
    compressGzip(plain),
    compressBrotli(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
  ]);
  const etag = `W/"${createHash("sha256").update(plain).digest("base64url").slice(0, 22)}"`;
  const shared = {
    ...headers,
    etag,
    vary: "Accept-Encoding, Cookie",
    // Browsers can store a page but must revalidate it.
    "cache-control": "public, max-age=0, must-revalidate",
  };
  const variant = (body: Uint8Array, encoding: string): Variant => ({
    body: new Uint8Array(body),
    headers: { ...shared, "content-encoding": encoding, "content-length": String(body.length) },
  });
  return {
    status: response.status,
    etag,
    unchanged: shared,
    gzip: variant(gzipped, "gzip"),
    br: variant(brotli, "br"),
  };
}

/**
 * Forbids intermediate caches to store a response that is not cached here: by default they may store a 404 or
 * 301.
 */
function unkept(headers: Headers): Headers {
  const own = new Headers(headers);
  if (!own.has("cache-control")) own.set("cache-control", "no-store");
  return own;
}

async function send(page: KeptPage, request: Request): Promise<Response> {
  const { status } = page;
  if (status === 200 && matchesETag(request.headers.get("if-none-match"), page.etag)) {
    return new Response(null, { status: 304, headers: page.unchanged });
  }
  const encoding = acceptedEncodings(request.headers.get("accept-encoding")).find(
    (name): name is "br" | "gzip" => name !== "deflate",
  );
  const isHead = request.method === "HEAD";
  if (encoding !== undefined) {
    const { body, headers } = page[encoding];
    return new Response(isHead ? null : body, { status, headers });
  }
  // Decompressed per request: few clients need it, and caching it would cost more memory than all other
  // variants.
  const plain = new Uint8Array(await unpack(page.gzip.body));
  const headers = { ...page.unchanged, "content-length": String(plain.length) };
  return new Response(isHead ? null : plain, { status, headers });
}

/** Statuses without a body; a response with an empty body object cannot have them. */
const isEmpty = ({ status, body }: PassingAnswer) => body.length === 0 || status === 204 || status === 304;
