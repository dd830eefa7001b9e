import { RequestCache } from "#stores";
import { encodingFor, packBytes, type SentBytes, sentBytes } from "./packBytes";

export interface CompressedRequest {
  /** Names the answer and the data version that it is made from; null for an answer that is not kept. */
  key: { version: string; name: string } | null;
  /** The `Accept-Encoding` header. */
  accepts: string | null;
  make: () => Promise<string>;
}

type Bytes = Uint8Array<ArrayBuffer>;

/** A larger answer is sent and not kept. */
const MAX_KEPT_BYTES = 8_000_000;

/** Answers as bytes, as they are and packed, so that one that was given before costs neither making nor packing. */
export class CompressedResponses {
  private readonly answers: RequestCache<Bytes>;

  /**
   * @param name what `cadastre memory` calls them
   * @param maxBytes bound of what is kept; 0 keeps nothing
   */
  constructor(name: string, maxBytes = 32_000_000) {
    this.answers = new RequestCache({ name, maxBytes });
  }

  /** Whether an answer is kept or being made, so that asking for it makes nothing. */
  has({ version, name }: NonNullable<CompressedRequest["key"]>): boolean {
    return this.answers.has({ version, key: `${PLAIN} ${name}` });
  }

  /** The body of an answer in the encoding that the client likes best. */
  async body({ key, accepts, make }: CompressedRequest): Promise<SentBytes> {
    const shared = (form: string, make: () => Promise<Bytes>) =>
      key === null
        ? make()
        : this.answers.get({
            version: key.version,
            key: `${form} ${key.name}`,
            compute: make,
            sizeOf,
            isFree: form !== PLAIN,
          });
    const plain = await shared(PLAIN, async () => encoder.encode(await make()));
    const encoding = encodingFor(plain, accepts);
    return encoding === null
      ? sentBytes(plain, null)
      : sentBytes(await shared(encoding, () => packBytes(plain, encoding)), encoding);
  }
}

/** The form in which an answer is made; the others are packed from it. */
const PLAIN = "plain";

const encoder = new TextEncoder();

const sizeOf = ({ length }: Bytes): number | null => (length > MAX_KEPT_BYTES ? null : length + 1_000);
