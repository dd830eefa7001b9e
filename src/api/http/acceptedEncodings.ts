import Negotiator from "negotiator";

/** The content encodings of responses, best first if the client has no preference. */
export const contentEncodings = ["br", "gzip", "deflate"] as const;
export type ContentEncoding = (typeof contentEncodings)[number];

/**
 * The encodings that a client accepts, in its order of preference; empty for the unencoded
 * response. Weight 0 excludes an encoding; `*` stands for those that are not named.
 *
 * @param header the `Accept-Encoding` header, or null
 * @example acceptedEncodings("gzip;q=0.5, br;q=0") // ["gzip"]
 */
export function acceptedEncodings(header: string | null): readonly ContentEncoding[] {
  if (header === null || header.trim() === "") return [];
  // The library only reads a lower-case `q`, but the parameter is case-insensitive.
  const accepted = new Negotiator({ headers: { "accept-encoding": header.toLowerCase() } }).encodings(
    [...contentEncodings, "identity"],
    { preferred: [...contentEncodings, "identity"] },
  );
  // The client prefers the unencoded response to encodings after "identity".
  const plain = accepted.indexOf("identity");
  const wanted = new Set(plain === -1 ? accepted : accepted.slice(0, plain));
  return [...wanted].filter((name): name is ContentEncoding => contentEncodings.some((one) => one === name));
}
