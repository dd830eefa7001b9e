import { LRUCache } from "lru-cache";
import { CancelledError } from "#domain";
import { currentWork, forVisitor, type MarketStore, type StatementReader, tellsMemory } from "#stores";
import { type EntityNames, loadEntityNames } from "./query/entityNames";

/** What the functions of this room read from. One per process. */
export interface Market {
  /** Reads within the bounds of what visitors may ask for. */
  store: StatementReader;
  /** Moves whenever market data changes. */
  dataVersion(): Promise<string>;
  names(): Promise<EntityNames>;
  /** 0 to 1 while sample data is being made; null otherwise. */
  sampleProgress(): number | null;
  /**
   * The answer to a request at the present data version: remembered, or made now. Requests that are the same
   * share one answer, also while it is being made, so an answer must not be changed by who receives it.
   */
  remember<T extends object>(request: Remembered<T>): Promise<T>;
}

export interface Remembered<T> {
  kind: string;
  /** What tells this request from others of its kind; anything JSON can hold. */
  key: unknown;
  /** Rough size of the answer in bytes. */
  sizeOf: (answer: T) => number;
  make: () => Promise<T>;
}

export interface MarketOptions {
  store: Pick<MarketStore, "visitors">;
  /** Where the present data version is known without asking; read from the store otherwise. */
  dataVersion?: () => string | number;
  /** How far the making of sample data is, where this process makes it. */
  sampleProgress?: () => number | null;
  /** Bound of the remembered answers, in bytes; 0 remembers nothing. */
  cacheBytes?: number;
}

const DEFAULT_CACHE_BYTES = 64_000_000;
const DATA_VERSION = "SELECT value FROM settings FINAL WHERE name = 'data_version'";

/** Opens the reading side of a market store. */
export function createMarket({
  store: { visitors: store },
  dataVersion,
  sampleProgress = () => null,
  cacheBytes = DEFAULT_CACHE_BYTES,
}: MarketOptions): Market {
  const answers = cacheBytes > 0 ? new LRUCache<string, object>({ maxSize: cacheBytes }) : null;
  tellsMemory("remembered answers, about", () => ({
    bytes: answers?.calculatedSize ?? 0,
    bound: cacheBytes,
  }));
  const making = new Map<string, Making>();
  let names: { version: string; value: Promise<EntityNames> } | null = null;

  const readVersion = async (): Promise<string> => {
    if (dataVersion !== undefined) return String(dataVersion());
    return (await store.rows<{ value: string }>(DATA_VERSION))[0]?.value ?? "0";
  };

  return {
    store,
    dataVersion: readVersion,
    sampleProgress,
    names: async () => {
      const version = await readVersion();
      if (names?.version !== version || cacheBytes === 0) {
        const value = loadEntityNames(store);
        const entry = { version, value };
        names = entry;
        // A failure is not remembered: the next request tries again.
        value.catch(() => {
          if (names === entry) names = null;
        });
      }
      return names.value;
    },
    remember: async <T extends object>({ kind, key, sizeOf, make }: Remembered<T>): Promise<T> => {
      const at = `${await readVersion()} ${kind} ${JSON.stringify(key)}`;
      const known = answers?.get(at);
      if (known !== undefined) return known as T;
      const shared = making.get(at) ?? start(make);
      if (!making.has(at)) {
        making.set(at, shared);
        shared.answer
          .then((value) =>
            answers?.set(at, value, { size: Math.max(1, Math.ceil(sizeOf(value as T) + at.length)) }),
          )
          .catch(() => undefined)
          .finally(() => making.get(at) === shared && making.delete(at));
      }
      return join(shared, () => making.delete(at)) as Promise<T>;
    },
  };
}

/** An answer that is being made, for all who ask for it meanwhile. */
interface Making {
  answer: Promise<object>;
  waiting: number;
  /** Ends the making when nobody waits for it any more. */
  end: AbortController;
}

function start(make: () => Promise<object>): Making {
  const end = new AbortController();
  return { answer: forVisitor({ ...currentWork(), signal: end.signal }, make), waiting: 0, end };
}

/** Waits for an answer for as long as the present visitor does; who leaves last ends the making. */
function join(making: Making, forget: () => void): Promise<object> {
  const { signal } = currentWork();
  making.waiting += 1;
  if (signal === null) return making.answer;
  return new Promise((resolve, reject) => {
    const leave = () => {
      making.waiting -= 1;
      if (making.waiting === 0) {
        forget();
        making.end.abort();
      }
      reject(new CancelledError("The connection was closed before the response was sent."));
    };
    if (signal.aborted) return leave();
    signal.addEventListener("abort", leave, { once: true });
    making.answer.then(resolve, reject).finally(() => signal.removeEventListener("abort", leave));
  });
}
