import { promisify } from "node:util";
import { brotliCompress, constants, deflate, gzip } from "node:zlib";
import { LRUCache } from "lru-cache";
import { tellsMemory } from "#stores";
import { acceptedEncodings, type ContentEncoding } from "./acceptedEncodings";

/** An answer as it is sent: its bytes as they are, and in each encoding that was asked for so far. */
interface Packed {
  plain: Uint8Array<ArrayBuffer>;
  encoded: Map<ContentEncoding, Promise<Uint8Array<ArrayBuffer>>>;
  /** What the encodings that are ready take. */
  encodedBytes: number;
}

export interface PackedRequest {
  /** Names the answer and the state of the data it is made from; null for an answer that is not kept. */
  key: string | null;
  /** The `Accept-Encoding` header. */
  accepts: string | null;
  make: () => Promise<string>;
}

export interface PackedBody {
  body: Uint8Array<ArrayBuffer>;
  /** `Content-Encoding`, `Content-Length` and `Vary`. */
  headers: Record<string, string>;
}

/** Below this, packing costs more than it saves. */
const MIN_PACKED_BYTES = 1_024;
/** A larger answer is sent and not kept. */
const MAX_KEPT_BYTES = 8_000_000;

const packers: Readonly<Record<ContentEncoding, (bytes: Uint8Array) => Promise<Uint8Array>>> = {
  br: (bytes) => packBrotli(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
  gzip: promisify(gzip),
  deflate: promisify(deflate),
};
const packBrotli = promisify(brotliCompress);

/**
 * Answers as bytes, so that one that was given before costs neither making, writing out nor packing. Requests for
 * one that is being packed share it.
 */
export class PackedAnswers {
  private readonly kept: LRUCache<string, Packed> | null;

  /**
   * @param name what `cadastre memory` calls them
   * @param maxBytes bound of what is kept; 0 keeps nothing
   */
  constructor(name: string, maxBytes = 32_000_000) {
    this.kept = maxBytes > 0 ? new LRUCache({ maxSize: maxBytes, sizeCalculation: sizeOf }) : null;
    tellsMemory(name, () => ({ bytes: this.kept?.calculatedSize ?? 0, bound: maxBytes }));
  }

  /** The body of an answer in the encoding that the client likes best. */
  async body({ key, accepts, make }: PackedRequest): Promise<PackedBody> {
    const packed = await this.packed(key, make);
    const [encoding] = packed.plain.length < MIN_PACKED_BYTES ? [] : acceptedEncodings(accepts);
    const body = encoding === undefined ? packed.plain : await this.encoded(key, packed, encoding);
    return {
      body,
      headers: {
        vary: "Accept-Encoding",
        "content-length": String(body.length),
        ...(encoding === undefined ? {} : { "content-encoding": encoding }),
      },
    };
  }

  private async packed(key: string | null, make: () => Promise<string>): Promise<Packed> {
    const known = key === null ? undefined : this.kept?.get(key);
    if (known !== undefined) return known;
    // Each visitor makes it for themselves: one who leaves must not end the making of another.
    const packed: Packed = { plain: encoder.encode(await make()), encoded: new Map(), encodedBytes: 0 };
    if (key !== null) this.keep(key, packed);
    return packed;
  }

  private keep(key: string, packed: Packed): void {
    if (packed.plain.length <= MAX_KEPT_BYTES) this.kept?.set(key, packed);
  }

  private encoded(
    key: string | null,
    packed: Packed,
    encoding: ContentEncoding,
  ): Promise<Uint8Array<ArrayBuffer>> {
    const known = packed.encoded.get(encoding);
    if (known !== undefined) return known;
    const made = packers[encoding](packed.plain).then((bytes) => {
      packed.encodedBytes += bytes.length;
      if (key !== null && this.kept?.has(key)) this.keep(key, packed);
      return new Uint8Array(bytes);
    });
    packed.encoded.set(encoding, made);
    return made;
  }
}

const encoder = new TextEncoder();

const sizeOf = ({ plain, encodedBytes }: Packed): number => plain.length + encodedBytes + 1_000;
