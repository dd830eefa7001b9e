import { currentDay } from "#domain/days";
import { UnavailableError } from "#domain/errors";
import type { ReadScope } from "#domain/people";
import { DEFAULT_HOLDERS_AUDIENCE, type HoldersAudience } from "#domain/vocabulary";
import {
  type NarrowableReader,
  noteUntrackedRead,
  RequestCache,
  readSetting,
  type StatementReader,
  withoutTracking,
} from "#stores";
import { tableConditions } from "./access/tableConditions";
import type { DatedPoint } from "./dated/datedPoint";
import { type EntityNames, loadEntityNames, narrowEntityNames, sizeOfNames } from "./query/entityNames";

/** What a view of the market is limited to. */
interface View {
  scope: ReadScope | null;
  dated: DatedPoint | null;
}

/**
 * A market restricted to a scope, or as of an earlier publication. Statements read only rows of that scope and publication,
 * and cached results are separate for each, regardless of the query. Scopes select rows by present figures and facts.
 */
function marketView(whole: Market, { scope, dated }: View, { reader, entitiesAt }: ViewOptions): Market {
  const view = (other: View) => marketView(whole, other, { reader, entitiesAt });
  if (scope === null && dated === null) return whole;
  const conditions = async () => (scope === null ? {} : tableConditions(whole, scope));
  const store = narrowStore(async (sql) => {
    const entities =
      dated !== null && !dated.isLatest && sql.includes("entity_metrics") ? await entitiesAt(dated) : null;
    return reader().within(await conditions(), dated === null ? null : { version: dated.version, entities });
  });
  const remember: Market["remember"] = ({ kind, key, ...request }) =>
    whole.remember({
      ...request,
      kind: `${kind} within`,
      key: [scope?.fingerprint ?? "", dated?.version ?? null, key],
      // Names and days that every query needs are few, but earlier publications are many.
      isGround: dated === null && request.isGround === true,
    });
  const names: Market["names"] =
    scope === null
      ? whole.names
      : dated !== null
        ? view({ scope, dated: null }).names
        : () =>
            remember({
              kind: "names",
              key: null,
              sizeOf: sizeOfNames,
              make: async () => {
                const [all, narrowing] = await Promise.all([whole.names(), conditions()]);
                return narrowEntityNames(all, { store, scope, narrowed: new Set(Object.keys(narrowing)) });
              },
            });
  return {
    ...whole,
    store,
    scope,
    dated,
    remember,
    names,
    narrowed: (other) => view({ scope: limiting(other), dated }),
    at: (point) => view({ scope, dated: point }),
  };
}

/** Null for a scope that limits nothing. */
const limiting = (scope: ReadScope | null): ReadScope | null =>
  scope === null || scope.fingerprint === "" ? null : scope;

interface ViewOptions {
  reader: () => NarrowableReader;
  entitiesAt: NonNullable<MarketOptions["entitiesAt"]>;
}

/** A reader that is resolved for each statement. */
const narrowStore = (reader: (sql: string) => Promise<StatementReader>): StatementReader => ({
  rows: async (sql, parameters) => (await reader(sql)).rows(sql, parameters),
  compactRows: async (sql, parameters) => (await reader(sql)).compactRows(sql, parameters),
  writtenRows: async (sql, parameters) => (await reader(sql)).writtenRows(sql, parameters),
  bytes: async (sql, format, parameters) => (await reader(sql)).bytes(sql, format, parameters),
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
  /** The earlier publication that is read; null for the latest figures. Names and facts are always the present ones. */
  dated: DatedPoint | null;
  /** The same market, as of an earlier publication (`readDatedPoint`). */
  at(dated: DatedPoint | null): Market;
  /** Who may read the balances of single addresses. */
  holders: HoldersAudience;
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
   * Whether results that were computed from one are right with the other too. Default: whether both are equal.
   */
  isSame?: (before: T, after: T) => boolean;
  /**
   * Whether other results are computed from it, so that it must not be evicted: it is small, and one of few.
   */
  isGround?: boolean;
}

export interface MarketOptions {
  store: { visitors: StatementReader & Partial<NarrowableReader> };
  /** Returns the current data version without a query, if known; read from the store otherwise. */
  dataVersion?: () => string | number;
  /** Default: as of installations that choose none. */
  holders?: HoldersAudience;
  /** Progress of the generation of sample data, if this process does it. */
  sampleProgress?: () => number | null;
  /** Limit of cached results in bytes; 0 disables the cache. */
  cacheBytes?: number;
  /** Computes the figures of entities as of an earlier publication. @returns their edition of `entity_metrics` */
  entitiesAt?: (dated: DatedPoint) => Promise<number>;
}

const DEFAULT_CACHE_BYTES = 64_000_000;
/** Names of some 400,000 entities; beyond that, they are read for each query. */
const GROUND_BYTES = 256_000_000;

/** Opens the reading side of a market store. */
export function createMarket({
  store: { visitors: store },
  dataVersion,
  holders = DEFAULT_HOLDERS_AUDIENCE,
  sampleProgress = () => null,
  cacheBytes = DEFAULT_CACHE_BYTES,
  entitiesAt = async () => {
    throw new UnavailableError("Earlier figures cannot be computed here.");
  },
}: MarketOptions): Market {
  const answers = new RequestCache<object>({ name: "results, about", maxBytes: cacheBytes });
  // Separate from results, which must never evict data that every query needs.
  const ground = new RequestCache<object>({
    name: "entity names, about",
    maxBytes: cacheBytes > 0 ? GROUND_BYTES : 0,
  });

  const readVersion = async (): Promise<string> => {
    if (dataVersion !== undefined) return String(dataVersion());
    return (await withoutTracking(() => readSetting(store, "data_version"))) ?? "0";
  };

  const view: ViewOptions = { reader: () => narrowable(store), entitiesAt };
  const whole: Market = {
    store,
    scope: null,
    dated: null,
    narrowed: (scope) =>
      limiting(scope) === null ? whole : marketView(whole, { scope: limiting(scope), dated: null }, view),
    at: (dated) => (dated === null ? whole : marketView(whole, { scope: null, dated }, view)),
    dataVersion: () => {
      // What shows it changes with it.
      noteUntrackedRead();
      return readVersion();
    },
    holders,
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
      isSame,
      isGround = false,
    }: Remembered<T>): Promise<T> =>
      (isGround ? ground : answers).get({
        version: await readVersion(),
        // Whether an attestation is overdue changes with the day. Names do not.
        key: `${isGround ? "" : `${currentDay()} `}${kind} ${JSON.stringify(key)}`,
        compute: make,
        ...(isSame !== undefined && {
          isSame: (before: object, after: object) => isSame(before as T, after as T),
        }),
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
