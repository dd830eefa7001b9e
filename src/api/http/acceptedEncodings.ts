import Negotiator from "negotiator";

/** The content encodings that answers are packed in, best first where a client likes them equally. */
export const contentEncodings = ["br", "gzip", "deflate"] as const;
export type ContentEncoding = (typeof contentEncodings)[number];

/**
 * The encodings that a client takes, the one it likes best first; empty where it takes none, so that
 * the answer goes out as it is. What it weights 0 it does not take, a `*` stands for what it did not name.
 *
 * @param header the `Accept-Encoding` header; null where there is none
 * @example acceptedEncodings("gzip;q=0.5, br;q=0") // ["gzip"]
 */
export function acceptedEncodings(header: string | null): readonly ContentEncoding[] {
  if (header === null || header.trim() === "") return [];
  // The library knows the weight as `q` alone; names in this header mean the same in capitals.
  const accepted = new Negotiator({ headers: { "accept-encoding": header.toLowerCase() } }).encodings(
    [...contentEncodings, "identity"],
    { preferred: [...contentEncodings, "identity"] },
  );
  // What comes after "identity" the client would rather have unpacked.
  const plain = accepted.indexOf("identity");
  const wanted = new Set(plain === -1 ? accepted : accepted.slice(0, plain));
  return [...wanted].filter((name): name is ContentEncoding => contentEncodings.some((one) => one === name));
}
