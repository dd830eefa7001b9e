import { encodingFor, packBytes, sentBytes } from "#api";

export interface CompressedPageOptions {
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
