import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { brotliCompress, constants, deflate, gzip } from "node:zlib";
import Negotiator from "negotiator";
import { RequestCache } from "#stores";

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

/** An encoded response body. */
export interface SentBytes {
  body: Uint8Array<ArrayBuffer>;
  /** `Content-Encoding`, `Content-Length` and `Vary`. */
  headers: Record<string, string>;
}

/** Smaller bodies are not worth compressing. */
const MIN_PACKED_BYTES = 1_024;

const packBrotli = promisify(brotliCompress);
const packers: Readonly<Record<ContentEncoding, (bytes: Uint8Array) => Promise<Uint8Array>>> = {
  br: (bytes) => packBrotli(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
  gzip: promisify(gzip),
  deflate: promisify(deflate),
};

/**
 * The encoding that a client prefers; null if it accepts none, or if the body is too small to compress.
 * @param accepts the `Accept-Encoding` header
 */
export const encodingFor = (plain: Uint8Array, accepts: string | null): ContentEncoding | null =>
  plain.length < MIN_PACKED_BYTES ? null : (acceptedEncodings(accepts)[0] ?? null);

/** Compresses at a low level: most of the saving in a fraction of the time. */
export const packBytes = async (
  plain: Uint8Array,
  encoding: ContentEncoding,
): Promise<Uint8Array<ArrayBuffer>> => new Uint8Array(await packers[encoding](plain));

/** Bytes with the headers that describe them. */
export const sentBytes = (body: Uint8Array<ArrayBuffer>, encoding: ContentEncoding | null): SentBytes => ({
  body,
  headers: {
    vary: "Accept-Encoding",
    "content-length": String(body.length),
    ...(encoding === null ? {} : { "content-encoding": encoding }),
  },
});

export interface CompressedRequest {
  /** Identifies the response and its data version; null disables caching. */
  key: { version: string; name: string } | null;
  /** The `Accept-Encoding` header. */
  accepts: string | null;
  make: () => Promise<string>;
}

type Bytes = Uint8Array<ArrayBuffer>;

/** Data version at which a body was computed, and a hash of it. */
export interface KnownBody {
  since: string;
  digest: string;
}

/** A body with a hash of it. */
interface HashedBytes {
  bytes: Bytes;
  digest: string;
}

const hashed = (bytes: Bytes): HashedBytes => ({
  bytes,
  digest: createHash("sha256").update(bytes).digest("base64url").slice(0, 12),
});

const packed = async (
  plain: Bytes,
  accepts: string | null,
  pack: (plain: Bytes, encoding: ContentEncoding) => Promise<Bytes>,
): Promise<SentBytes> => {
  const encoding = encodingFor(plain, accepts);
  return encoding === null ? sentBytes(plain, null) : sentBytes(await pack(plain, encoding), encoding);
};

/** Larger responses are not cached. */
const MAX_KEPT_BYTES = 8_000_000;

/** Cache of response bodies as bytes, unencoded and compressed, so that a hit costs neither computation nor compression. */
export class CompressedResponses {
  private readonly cache: RequestCache<HashedBytes>;

  /**
   * @param name as listed by `cadastre memory`
   * @param maxBytes limit of the cache; 0 disables it
   */
  constructor(name: string, maxBytes = 32_000_000) {
    this.cache = new RequestCache({ name, maxBytes });
  }

  /** Whether a response is cached or in flight, so that requesting it computes nothing. */
  has({ version, name }: NonNullable<CompressedRequest["key"]>): boolean {
    return this.cache.has({ version, key: `${PLAIN} ${name}` });
  }

  /** The cached response if it is known to be right, otherwise null; computes nothing. */
  cached({ version, name }: NonNullable<CompressedRequest["key"]>): KnownBody | null {
    const cached = this.cache.peek({ version, key: `${PLAIN} ${name}` });
    return cached === null ? null : { since: cached.since, digest: cached.value.digest };
  }

  /** The response body in the encoding that the client prefers. Only what has a key is known. */
  async body({ key, accepts, make }: CompressedRequest): Promise<SentBytes & { known: KnownBody | null }> {
    const computePlain = async () => hashed(encoder.encode(await make()));
    if (key === null)
      return { ...(await packed((await computePlain()).bytes, accepts, packBytes)), known: null };
    const { version, name } = key;
    const request = { version, key: `${PLAIN} ${name}`, compute: computePlain, sizeOf };
    const { since, value: plain } = await this.cache.getCached(request);
    const sent = await packed(plain.bytes, accepts, async (bytes, encoding) => {
      const compressed = await this.cache.get({
        version,
        key: `${encoding} ${plain.digest} ${name}`,
        compute: async () => ({ bytes: await packBytes(bytes, encoding), digest: plain.digest }),
        sizeOf,
        isFree: true,
        isFixed: true,
      });
      return compressed.bytes;
    });
    return { ...sent, known: { since, digest: plain.digest } };
  }
}

/** The unencoded form, from which the others are compressed. */
const PLAIN = "plain";

const encoder = new TextEncoder();

const sizeOf = ({ bytes: { length } }: HashedBytes): number | null =>
  length > MAX_KEPT_BYTES ? null : length + 1_000;
