const MOST_TEXTS = 50_000;
/** Longer texts get no id. */
const LONGEST = 200;

/** Numbers texts by their bytes, without making strings. */
export class TextIds {
  /** Ids by hash; 0 is free. Its length is a power of two. */
  #slots = new Int32Array(4 * 65_536);
  #hashes = new Int32Array(MOST_TEXTS + 1);
  #starts = new Int32Array(MOST_TEXTS + 2);
  #bytes = new Uint8Array(4_096);
  #count = 0;

  /** @param onClear called when there were too many texts: every id is void from then on */
  constructor(private readonly onClear: () => void) {}

  /** The id of the text at these bytes, from 1; 0 if it is too long. */
  idOf(bytes: Uint8Array, start: number, end: number): number {
    const length = end - start;
    if (length > LONGEST) return 0;
    let hash = length;
    for (let at = start; at < end; at += 1) hash = Math.imul(hash ^ (bytes[at] as number), 0x01000193);
    hash ^= hash >>> 15;
    const mask = this.#slots.length - 1;
    let slot = hash & mask;
    for (;;) {
      const id = this.#slots[slot] as number;
      if (id === 0) break;
      if (this.#hashes[id] === hash && this.#isText(id, bytes, start, length)) return id;
      slot = (slot + 1) & mask;
    }
    return this.#add(bytes, start, end, hash, slot);
  }

  #isText(id: number, bytes: Uint8Array, start: number, length: number): boolean {
    const from = this.#starts[id] as number;
    if ((this.#starts[id + 1] as number) - from !== length) return false;
    for (let at = 0; at < length; at += 1) if (this.#bytes[from + at] !== bytes[start + at]) return false;
    return true;
  }

  #add(bytes: Uint8Array, start: number, end: number, hash: number, slot: number): number {
    if (this.#count === MOST_TEXTS) {
      this.#count = 0;
      this.#slots.fill(0);
      this.onClear();
      return this.idOf(bytes, start, end);
    }
    const id = this.#count + 1;
    const from = id === 1 ? 0 : (this.#starts[id] as number);
    const to = from + end - start;
    if (to > this.#bytes.length) {
      const larger = new Uint8Array(2 * (to + this.#bytes.length));
      larger.set(this.#bytes);
      this.#bytes = larger;
    }
    this.#bytes.set(bytes.subarray(start, end), from);
    this.#starts[id] = from;
    this.#starts[id + 1] = to;
    this.#hashes[id] = hash;
    this.#slots[slot] = id;
    this.#count = id;
    return id;
  }
}
