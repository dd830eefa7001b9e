/** Fetches a feed from the web, within bounds, and from nowhere inside the operator's own network. */
import { lookup as resolveName } from "node:dns";
import http from "node:http";
import https from "node:https";
import type { LookupFunction } from "node:net";
import ipaddr from "ipaddr.js";
import { ForbiddenError, TooLargeError, UnavailableError } from "#domain";

export interface FetchFeedOptions {
  /** Whole time with every redirect. */
  timeoutMs?: number;
  maxBytes?: number;
  maxRedirects?: number;
  /** Whether an address of the network may be asked. Default: public addresses alone. */
  mayAsk?: (address: string) => boolean;
}

/** Whether an address is anybody's on the internet, not of this machine or of a private network. */
export const isPublicAddress = (address: string): boolean =>
  ipaddr.isValid(address) && ipaddr.process(address).range() === "unicast";

/**
 * The text of a feed.
 * @throws ForbiddenError for a private address, TooLargeError, UnavailableError for anything that is no answer in time
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
  mayAsk: (address: string) => boolean;
}

const refusal = (host: string) =>
  new ForbiddenError(`${host} is a private address: feeds are fetched from public ones only.`);

function ask(url: URL, { signal, maxBytes, mayAsk }: Asking): Promise<Answer> {
  if (url.protocol !== "https:" && url.protocol !== "http:") {
    throw new ForbiddenError(`It leads to ${url.protocol}, not to a web address.`);
  }
  const host = url.hostname.replace(/^\[|\]$/g, "");
  // A name is checked by the addresses that it stands for, when the connection is made: it may change between two looks.
  if (ipaddr.isValid(host) && !mayAsk(host)) throw refusal(host);
  const lookup: LookupFunction = (name, options, done) => {
    resolveName(name, { ...options, all: true }, (error, found) => {
      if (error !== null) return done(error, []);
      const allowed = found.filter((one) => mayAsk(one.address));
      const [first] = allowed;
      if (first === undefined) return done(refusal(name), []);
      return options.all === true ? done(null, allowed) : done(null, first.address, first.family);
    });
  };
  return new Promise((resolve, reject) => {
    const fail = (cause: Error) =>
      reject(
        cause instanceof ForbiddenError || cause instanceof TooLargeError
          ? cause
          : new UnavailableError(
              signal.aborted ? "It did not answer in time." : `It did not answer: ${cause.message}`,
              {
                cause,
              },
            ),
      );
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
      },
    );
    request.on("error", fail);
  });
}
