import { encodingFor, packBytes, sentBytes } from "#api";

export interface CompressedPageOptions {
  /** Whether the site is reached over https, where the length of what is packed is all that an onlooker sees. */
  isHttps: boolean;
}

/**
 * A page that is sent once and not kept, packed as its reader's browser takes it. A page of somebody's own is
 * packed only where no other site can have had it asked for (docs/decisions/0032): who chooses a part of an
 * address and watches how long the packed page is could learn of what else is in it.
 *
 * @returns the same answer where it has no body
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
 * Whether the visitor or our own page asked for it. Browsers say so over https (`Sec-Fetch-Site`); one that says
 * nothing is given the page as it is. Over http an onlooker reads everything anyway.
 */
function isOwnRequest({ headers }: Request, { isHttps }: CompressedPageOptions): boolean {
  const site = headers.get("sec-fetch-site");
  return site === "same-origin" || site === "none" || (site === null && !isHttps);
}
