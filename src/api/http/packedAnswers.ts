import { LRUCache } from "lru-cache";
import { tellsMemory } from "#stores";
import type { ContentEncoding } from "./acceptedEncodings";
import { encodingFor, packBytes, type SentBytes, sentBytes } from "./packBytes";

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

/** A larger answer is sent and not kept. */
const MAX_KEPT_BYTES = 8_000_000;

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
  async body({ key, accepts, make }: PackedRequest): Promise<SentBytes> {
    const packed = await this.packed(key, make);
    const encoding = encodingFor(packed.plain, accepts);
    return encoding === null
      ? sentBytes(packed.plain, null)
      : sentBytes(await this.encoded(key, packed, encoding), encoding);
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
    const made = packBytes(packed.plain, encoding).then((bytes) => {
      packed.encodedBytes += bytes.length;
      if (key !== null && this.kept?.has(key)) this.keep(key, packed);
      return bytes;
    });
    packed.encoded.set(encoding, made);
    return made;
  }
}

const encoder = new TextEncoder();

const sizeOf = ({ plain, encodedBytes }: Packed): number => plain.length + encodedBytes + 1_000;
