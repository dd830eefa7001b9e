/** Fetches a feed from the web, within limits, and never from inside the operator's own network. */
import http from "node:http";
import https from "node:https";
import { ForbiddenError, TooLargeError, UnavailableError } from "#domain";
import { type AddressRule, isPublicAddress, isRefusedHost, lookupWithin } from "./publicAddresses";

export interface FetchFeedOptions {
  /** Total time including redirects. */
  timeoutMs?: number;
  maxBytes?: number;
  maxRedirects?: number;
  /** Whether requests to an IP address are allowed. Default: public addresses only. */
  mayAsk?: AddressRule;
}

/**
 * Returns the text of a feed.
 * @throws ForbiddenError for a private address, TooLargeError, UnavailableError for any other failure or
 * timeout
 */
export async function fetchFeed(address: string, options: FetchFeedOptions = {}): Promise<string> {
  const { timeoutMs = 20_000, maxBytes = 5_000_000, maxRedirects = 3, mayAsk = isPublicAddress } = options;
  const signal = AbortSignal.timeout(timeoutMs);
  let url = new URL(address);
  for (let redirects = 0; redirects <= maxRedirects; redirects += 1) {
    const answer = await ask(url, { signal, maxBytes, mayAsk });
    if ("text" in answer) return answer.text;
    if (!URL.canParse(answer.location, url)) break;
    url = new URL(answer.location, url);
  }
  throw new UnavailableError(`It redirects more than ${maxRedirects} times.`);
}

type Answer = { text: string } | { location: string };

interface Asking {
  signal: AbortSignal;
  maxBytes: number;
  mayAsk: AddressRule;
}

const refusal = (host: string) =>
  new ForbiddenError(`${host} is a private address: feeds are fetched from public ones only.`);

function ask(url: URL, { signal, maxBytes, mayAsk }: Asking): Promise<Answer> {
  if (url.protocol !== "https:" && url.protocol !== "http:") {
    throw new ForbiddenError(`It redirects to ${url.protocol}, not to an HTTP URL.`);
  }
  if (isRefusedHost(url, mayAsk)) throw refusal(url.hostname.replace(/^\[|\]$/g, ""));
  const lookup = lookupWithin(mayAsk, refusal);
  return new Promise((resolve, reject) => {
    const fail = (cause: Error) =>
      reject(
        cause instanceof ForbiddenError || cause instanceof TooLargeError
          ? cause
          : new UnavailableError(
              signal.aborted ? "It did not respond in time." : `It could not be read: ${cause.message}`,
              {
                cause,
              },
            ),
      );
    const closed = () => fail(new Error("the connection was closed"));
    let isAnswered = false;
    const request = (url.protocol === "https:" ? https : http).get(
      url,
      {
        signal,
        lookup,
        agent: false,
        headers: {
          accept:
            "application/atom+xml, application/rss+xml, application/feed+json, application/xml;q=0.9, */*;q=0.1",
          "accept-encoding": "identity",
          "user-agent": "Cadastre news reader",
        },
      },
      (response) => {
        isAnswered = true;
        const { statusCode = 0, headers } = response;
        if (statusCode >= 300 && statusCode < 400 && headers.location !== undefined) {
          response.destroy();
          resolve({ location: headers.location });
          return;
        }
        if (statusCode !== 200) {
          response.destroy();
          fail(new Error(`status ${statusCode}`));
          return;
        }
        const pieces: Buffer[] = [];
        let size = 0;
        response.on("data", (piece: Buffer) => {
          size += piece.length;
          if (size <= maxBytes) pieces.push(piece);
          else
            response.destroy(new TooLargeError(`It is longer than ${maxBytes.toLocaleString("en")} bytes.`));
        });
        response.on("end", () => resolve({ text: new TextDecoder().decode(Buffer.concat(pieces)) }));
        response.on("error", fail);
        response.on("close", closed);
      },
    );
    request.on("error", fail);
    // Without a handler for upgrades, Node closes the connection without an error.
    request.on("upgrade", ({ statusCode = 0 }, socket) => {
      socket.destroy();
      fail(new Error(`status ${statusCode}`));
    });
    // The response can still be in transit when its connection closes; it ends on its own.
    request.on("close", () => {
      if (!isAnswered) closed();
    });
    signal.addEventListener("abort", () => fail(signal.reason), { once: true });
  });
}
