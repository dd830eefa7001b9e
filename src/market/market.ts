import { currentDay } from "#domain/days";
import type { ReadScope } from "#domain/people";
import { type NarrowableReader, RequestCache, readSetting, type StatementReader } from "#stores";
import { tableConditions } from "./access/tableConditions";
import { type EntityNames, loadEntityNames, narrowEntityNames, sizeOfNames } from "./query/entityNames";

/**
 * Restricts a market to a scope. Statements read only tables restricted to the scope, and cached results are
 * separate for each scope, regardless of the query.
 */
function narrowMarket(whole: Market, scope: ReadScope, reader: NarrowableReader): Market {
  const store = narrowStore(async () => reader.within(await tableConditions(whole, scope)));
  const remember: Market["remember"] = ({ kind, key, ...request }) =>
    whole.remember({ ...request, kind: `${kind} within`, key: [scope.fingerprint, key] });
  const market: Market = {
    ...whole,
    store,
    scope,
    remember,
    narrowed: whole.narrowed,
    names: () =>
      remember({
        kind: "names",
        key: null,
        sizeOf: sizeOfNames,
        make: async () => {
          const [names, conditions] = await Promise.all([whole.names(), tableConditions(whole, scope)]);
          return narrowEntityNames(names, { store, scope, narrowed: new Set(Object.keys(conditions)) });
        },
      }),
  };
  return market;
}

/** A reader that is resolved on first use. */
const narrowStore = (reader: () => Promise<StatementReader>): StatementReader => ({
  rows: async (sql, parameters) => (await reader()).rows(sql, parameters),
  compactRows: async (sql, parameters) => (await reader()).compactRows(sql, parameters),
  writtenRows: async (sql, parameters) => (await reader()).writtenRows(sql, parameters),
  bytes: async (sql, format, parameters) => (await reader()).bytes(sql, format, parameters),
});

/** The data that the functions of this folder read. One per process. */
export interface Market {
  /** Reads within the limits of visitors. */
  store: StatementReader;
  /** Changes whenever market data changes. */
  dataVersion(): Promise<string>;
  names(): Promise<EntityNames>;
  /** The visible part of the data for the caller; null for all of it. */
  scope: ReadScope | null;
  /** The same market, restricted to a scope. */
  narrowed(scope: ReadScope | null): Market;
  /** 0 to 1 while sample data is generated; null otherwise. */
  sampleProgress(): number | null;
  /**
   * The result of a request at the current data version, cached or computed. Equal requests share one result,
   * also while it is computed, so it must not be mutated.
   */
  remember<T extends object>(request: Remembered<T>): Promise<T>;
}

export interface Remembered<T> {
  kind: string;
  /** Identifies the request among others of its kind; any JSON value. */
  key: unknown;
  /** Approximate size of the result in bytes. */
  sizeOf: (answer: T) => number;
  make: () => Promise<T>;
  /**
   * Whether other results are computed from it, so that it must not be evicted: it is small, and one of few.
   */
  isGround?: boolean;
}

export interface MarketOptions {
  store: { visitors: StatementReader & Partial<NarrowableReader> };
  /** Returns the current data version without a query, if known; read from the store otherwise. */
  dataVersion?: () => string | number;
  /** Progress of the generation of sample data, if this process does it. */
  sampleProgress?: () => number | null;
  /** Limit of cached results in bytes; 0 disables the cache. */
  cacheBytes?: number;
}

const DEFAULT_CACHE_BYTES = 64_000_000;
/** Names of some 400,000 entities; beyond that, they are read for each query. */
const GROUND_BYTES = 256_000_000;

/** Opens the reading side of a market store. */
export function createMarket({
  store: { visitors: store },
  dataVersion,
  sampleProgress = () => null,
  cacheBytes = DEFAULT_CACHE_BYTES,
}: MarketOptions): Market {
  const answers = new RequestCache<object>({ name: "results, about", maxBytes: cacheBytes });
  // Separate from results, which must never evict data that every query needs.
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
