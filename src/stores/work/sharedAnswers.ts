import { LRUCache } from "lru-cache";
import { CancelledError } from "#domain";
import { TurnRefusedError } from "./fairQueue";
import { tellsMemory } from "./heldMemory";
import { currentWork, forVisitor } from "./visitorWork";

export interface SharedAnswersOptions {
  /** What `cadastre memory` calls them. */
  name: string;
  /** Bound of what is remembered, in bytes; 0 remembers nothing and still shares what is being made. */
  maxBytes: number;
}

/** An answer that is wanted. */
export interface WantedAnswer<T> {
  /** Version of the data that it is made from. */
  version: string;
  /** Names it among the answers of that version. */
  key: string;
  make: () => Promise<T>;
  /** Whether it is made without reading, so that whoever may have nothing more read may have it. Default: false. */
  isFree?: boolean;
  /** Bytes that it takes, roughly; null for one that is not to be remembered. */
  sizeOf: (answer: T) => number | null;
}

/**
 * Answers that are the same for whoever asks: the one way in which pages, packed bytes and rows are remembered.
 *
 * - Who asks for an answer that is being made waits for that one.
 * - What is remembered stays within its bound, the longest unused going first, and goes altogether as soon as an
 *   answer of the next data version is wanted.
 * - A failure is told to those who wait for it and not remembered: who comes next tries again. Where its
 *   visitor was refused a turn, those who wait ask once more.
 * - Each visitor waits for as long as they stay. Who leaves fails nobody else; who leaves last ends the making.
 *
 * An answer must not be changed by who receives it.
 */
export class SharedAnswers<T extends object> {
  private readonly kept: LRUCache<string, T> | null;
  private readonly making = new Map<string, Making<T>>();
  private version = "";
  /** Answers of this version may still be under way. */
  private formerVersion = "";

  constructor({ name, maxBytes }: SharedAnswersOptions) {
    this.kept = maxBytes > 0 ? new LRUCache({ maxSize: maxBytes }) : null;
    const { kept } = this;
    // What remembers nothing, as an export, must not stand for what serves visitors under the same name.
    if (kept !== null) tellsMemory(name, () => ({ bytes: kept.calculatedSize, bound: maxBytes }));
  }

  /** Whether it is remembered or being made, so that asking for it starts nothing. */
  has({ version, key }: Pick<WantedAnswer<T>, "version" | "key">): boolean {
    const place = placeOf(version, key);
    return this.kept?.has(place) === true || this.making.has(place);
  }

  /**
   * @throws what making it throws; what admits the present visitor throws, where it would be made for them;
   *   CancelledError where they leave before it is made
   */
  async get(wanted: WantedAnswer<T>): Promise<T> {
    const isJoining = this.making.has(placeOf(wanted.version, wanted.key));
    try {
      return await this.find(wanted);
    } catch (error) {
      // It waited behind what its first visitor had asked for besides. Once more, and not for as long as others are refused.
      if (isJoining && error instanceof TurnRefusedError) return this.find(wanted);
      throw error;
    }
  }

  private async find(wanted: WantedAnswer<T>): Promise<T> {
    this.moveTo(wanted.version);
    const place = placeOf(wanted.version, wanted.key);
    return this.kept?.get(place) ?? this.join(place, this.making.get(place) ?? this.start(place, wanted));
  }

  private moveTo(version: string): void {
    if (version === this.version || version === this.formerVersion) return;
    this.formerVersion = this.version;
    this.version = version;
    this.kept?.clear();
  }

  private start(place: string, { version, make, sizeOf, isFree = false }: WantedAnswer<T>): Making<T> {
    const { admit, ...work } = currentWork();
    // Here and not while it is made: others wait for it too, who are not to be told of this visitor's limit.
    if (!isFree) admit?.();
    const end = new AbortController();
    const answer = forVisitor({ ...work, signal: end.signal }, make);
    const making: Making<T> = { answer, waiting: 0, end };
    this.making.set(place, making);
    const forget = () => this.forget(place, making);
    answer.then((made) => {
      const isWanted = version === this.version && this.making.get(place) === making;
      const bytes = isWanted ? sizeOf(made) : null;
      if (bytes !== null) this.kept?.set(place, made, { size: Math.ceil(bytes) + place.length });
      forget();
    }, forget);
    return making;
  }

  /** Waits for as long as the present visitor does. */
  private join(place: string, making: Making<T>): Promise<T> {
    const { signal } = currentWork();
    making.waiting += 1;
    if (signal === null) return making.answer;
    return new Promise((resolve, reject) => {
      const leave = () => {
        making.waiting -= 1;
        if (making.waiting === 0) {
          this.forget(place, making);
          making.end.abort();
        }
        reject(new CancelledError("The connection was closed before the response was sent."));
      };
      if (signal.aborted) return leave();
      signal.addEventListener("abort", leave, { once: true });
      making.answer.then(resolve, reject).finally(() => signal.removeEventListener("abort", leave));
    });
  }

  private forget(place: string, making: Making<T>): void {
    if (this.making.get(place) === making) this.making.delete(place);
  }
}

/** An answer that is being made, for all who ask for it meanwhile. */
interface Making<T> {
  answer: Promise<T>;
  waiting: number;
  /** Ends the making when nobody waits for it any more. */
  end: AbortController;
}

const placeOf = (version: string, key: string) => `${version} ${key}`;
