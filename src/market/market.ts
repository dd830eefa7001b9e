import { currentDay, type ReadScope } from "#domain";
import { type NarrowableReader, RequestCache, readSetting, type StatementReader } from "#stores";
import { narrowMarket } from "./access/narrowMarket";
import { type EntityNames, loadEntityNames, sizeOfNames } from "./query/entityNames";

/** What the functions of this room read from. One per process. */
export interface Market {
  /** Reads within the bounds of what visitors may ask for. */
  store: StatementReader;
  /** Moves whenever market data changes. */
  dataVersion(): Promise<string>;
  names(): Promise<EntityNames>;
  /** What is left of the data for whoever asks; null for all of it. */
  scope: ReadScope | null;
  /** The same market, of which a scope leaves only a part. */
  narrowed(scope: ReadScope | null): Market;
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
  /** Whether answers are made with it, so that none of them may push it out: it is small, and one of few. */
  isGround?: boolean;
}

export interface MarketOptions {
  store: { visitors: StatementReader & Partial<NarrowableReader> };
  /** Where the present data version is known without asking; read from the store otherwise. */
  dataVersion?: () => string | number;
  /** How far the making of sample data is, where this process makes it. */
  sampleProgress?: () => number | null;
  /** Bound of the remembered answers, in bytes; 0 remembers nothing. */
  cacheBytes?: number;
}

const DEFAULT_CACHE_BYTES = 64_000_000;
/** Names of some 400,000 entities; beyond, they are read for each query. */
const GROUND_BYTES = 256_000_000;

/** Opens the reading side of a market store. */
export function createMarket({
  store: { visitors: store },
  dataVersion,
  sampleProgress = () => null,
  cacheBytes = DEFAULT_CACHE_BYTES,
}: MarketOptions): Market {
  const answers = new RequestCache<object>({ name: "results, about", maxBytes: cacheBytes });
  // Apart from answers, which must never push out what every query needs.
  const ground = new RequestCache<object>({
    name: "entity names, about",
    maxBytes: cacheBytes > 0 ? GROUND_BYTES : 0,
  });

  const readVersion = async (): Promise<string> => {
    if (dataVersion !== undefined) return String(dataVersion());
    return (await readSetting(store, "data_version")) ?? "0";
  };

  const whole: Market = {
    store,
    scope: null,
    narrowed: (scope) =>
      scope === null || scope.fingerprint === "" ? whole : narrowMarket(whole, scope, narrowable(store)),
    dataVersion: readVersion,
    sampleProgress,
    names: () =>
      whole.remember({
        kind: "names",
        key: null,
        isGround: true,
        make: () => loadEntityNames(store),
        sizeOf: sizeOfNames,
      }),
    remember: async <T extends object>({
      kind,
      key,
      sizeOf,
      make,
      isGround = false,
    }: Remembered<T>): Promise<T> =>
      (isGround ? ground : answers).get({
        // Whether an attestation is overdue changes with the day. Names do not.
        version: isGround ? await readVersion() : `${await readVersion()} ${currentDay()}`,
        key: `${kind} ${JSON.stringify(key)}`,
        compute: make,
        sizeOf: (answer) => sizeOf(answer as T),
      }) as Promise<T>,
  };
  return whole;
}

function narrowable(store: MarketOptions["store"]["visitors"]): NarrowableReader {
  const { within } = store;
  if (within === undefined) throw new Error("This store cannot be narrowed.");
  return { ...store, within };
}
