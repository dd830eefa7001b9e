import { promisify } from "node:util";
import { brotliCompress, constants, deflate, gzip } from "node:zlib";
import { acceptedEncodings, type ContentEncoding } from "./acceptedEncodings";

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
