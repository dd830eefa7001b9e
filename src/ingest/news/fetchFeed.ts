/** Fetches a feed from the web, within limits, and never from inside the operator's own network. */
import { ForbiddenError, TooLargeError, UnavailableError } from "#domain/errors";
import { type AddressRule, isPublicAddress, type LookupGuard } from "../outbound/addressGuard";
import { guardedRequest } from "../outbound/guardedRequest";

export interface FetchFeedOptions {
  /** Total time including redirects. */
  timeoutMs?: number;
  maxBytes?: number;
  maxRedirects?: number;
  /** Whether requests to an IP address are allowed. Default: public addresses only. */
  isAllowed?: AddressRule;
  /** Default: the resolver of the system. */
  resolve?: LookupGuard["resolve"];
}

/**
 * Returns the text of a feed.
 * @throws ForbiddenError for a private address, TooLargeError, UnavailableError for any other failure or
 * timeout
 */
export async function fetchFeed(address: string, options: FetchFeedOptions = {}): Promise<string> {
  const { timeoutMs = 20_000, maxBytes = 5_000_000, maxRedirects = 3, isAllowed = isPublicAddress } = options;
  const signal = AbortSignal.timeout(timeoutMs);
  let url = new URL(address);
  for (let redirects = 0; redirects <= maxRedirects; redirects += 1) {
    const response = await fetchOnce(url, { signal, maxBytes, isAllowed, resolve: options.resolve });
    if ("text" in response) return response.text;
    if (!URL.canParse(response.location, url)) break;
    url = new URL(response.location, url);
  }
  throw new UnavailableError(`It redirects more than ${maxRedirects} times.`);
}

const refusal = (host: string) =>
  new ForbiddenError(`${host} is a private address: feeds are fetched from public ones only.`);

const headers = {
  accept:
    "application/atom+xml, application/rss+xml, application/feed+json, application/xml;q=0.9, */*;q=0.1",
  "accept-encoding": "identity",
  "user-agent": "Cadastre news reader",
};

interface FetchOptions {
  signal: AbortSignal;
  maxBytes: number;
  isAllowed: AddressRule;
  resolve: LookupGuard["resolve"];
}

async function fetchOnce(
  url: URL,
  { signal, maxBytes, isAllowed, resolve }: FetchOptions,
): Promise<{ text: string } | { location: string }> {
  if (url.protocol !== "https:" && url.protocol !== "http:") {
    throw new ForbiddenError(`It redirects to ${url.protocol}, not to an HTTP URL.`);
  }
  const fail = (reason: string, cause?: unknown) =>
    new UnavailableError(signal.aborted ? "It did not respond in time." : `It could not be read: ${reason}`, {
      cause,
    });
  const response = await guardedRequest({
    url,
    method: "GET",
    headers,
    signal,
    isAllowed,
    refusal,
    resolve,
    // One more than allowed, to distinguish a text of exactly that length.
    maxBytes: maxBytes + 1,
    readsBody: (status) => status === 200,
  }).catch((error: unknown) => {
    if (error instanceof ForbiddenError) throw error;
    throw fail(error instanceof Error ? error.message : String(error), error);
  });
  const { status, location } = response;
  if (status >= 300 && status < 400 && location !== null) return { location };
  if (status !== 200) throw fail(`status ${status}`);
  if (response.isTruncated) {
    throw new TooLargeError(`It is longer than ${maxBytes.toLocaleString("en")} bytes.`);
  }
  return { text: new TextDecoder().decode(response.bytes) };
}
