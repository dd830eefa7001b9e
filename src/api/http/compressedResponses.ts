import { RequestCache } from "#stores";
import { encodingFor, packBytes, type SentBytes, sentBytes } from "./packBytes";

export interface CompressedRequest {
  /** Identifies the response and its data version; null disables caching. */
  key: { version: string; name: string } | null;
  /** The `Accept-Encoding` header. */
  accepts: string | null;
  make: () => Promise<string>;
}

type Bytes = Uint8Array<ArrayBuffer>;

/** Larger responses are not cached. */
const MAX_KEPT_BYTES = 8_000_000;

/** Cache of response bodies as bytes, unencoded and compressed, so that a hit costs neither computation nor compression. */
export class CompressedResponses {
  private readonly cache: RequestCache<Bytes>;

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

  /** The response body in the encoding that the client prefers. */
  async body({ key, accepts, make }: CompressedRequest): Promise<SentBytes> {
    const shared = (form: string, make: () => Promise<Bytes>) =>
      key === null
        ? make()
        : this.cache.get({
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

/** The unencoded form, from which the others are compressed. */
const PLAIN = "plain";

const encoder = new TextEncoder();

const sizeOf = ({ length }: Bytes): number | null => (length > MAX_KEPT_BYTES ? null : length + 1_000);
