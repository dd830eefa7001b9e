import type { LRUCache } from "lru-cache";
import type { Logger } from "pino";
import type { Caller, EmptyClassMode } from "#domain";
import type { DataSetStore, DownloadStore, Market } from "#market";
import type { FairQueue, PeopleStore } from "#stores";
import type { CompressedResponses } from "../http/compressedResponses";
import type { RateLimits } from "../limits/rateLimits";
import type { RowQuota } from "../limits/rowQuota";
import type { WorkLimits } from "../limits/workLimits";

/** What the REST API works with. */
export interface RestDependencies {
  market: Market;
  /** Keeps the API keys. */
  people: PeopleStore;
  log?: Pick<Logger, "error" | "warn">;
  /** Address of the visitor's machine, for limits on requests without a key. */
  networkAddress?: (request: Request) => string;
  /** Requests per minute for a key that sets no limit of its own. */
  requestsPerMinute?: number;
  /** Notes a request that is answered, for the organization whose key made it. */
  countRequest?: (organizationId: string) => void;
  /** Notes a request that is answered, for the key that made it. */
  countKey?: (keyId: number) => void;
  /** Notes rows that are sent, for the organization whose key asked for them. */
  countRows?: (organizationId: string, rows: number) => void;
  /** Rows that an organization was sent this month. */
  rowsThisMonth?: (organizationId: string) => number | Promise<number>;
  /** Requests a minute of one address, or of one key where it is sent, for what needs no key. */
  openPerMinute?: number;
  /** Files a minute that pages may fetch for one visitor's address. */
  filesPerMinute?: number;
  /** Milliseconds of a minute for which one key or visitor may keep the engine busy. */
  workMsPerMinute?: number;
  /** Bound of the answers that are kept as bytes; 0 keeps none. */
  answerBytes?: number;
  /** The data sets that are kept as files; left out, there are none. */
  dataSets?: DataSetStore;
  /** Whether files of pages have classes without assets. Default: `show`. */
  emptyClasses?: EmptyClassMode;
  /** Files that are made for signed links; left out, there are none. */
  downloads?: DownloadDesk;
  /** Who fetches a file from a page; left out, everybody counts as an anonymous visitor. */
  callerOf?: (request: Request) => Promise<Caller>;
}

/** What signed links to files are made with. */
export interface DownloadDesk {
  store: DownloadStore;
  /** Signs them. */
  secret: string;
  /** Address of the site, that links begin with. */
  baseUrl: string;
  /** How long a request waits for its file before it is told to come again. */
  waitMs?: number;
  /** `SendingGuard.everyMs` of files that are being sent. */
  checkMs?: number;
}

/** What the routes share: limits that count over all of them, and the answers that were given before. */
export interface RestState {
  limits: RateLimits;
  /** Of requests that need no key. */
  open: RateLimits;
  work: WorkLimits;
  rowTurns: RowQuota;
  /** Turns of files that are sent for keys, of those for readers of pages, and of those that are made for links. */
  files: FairQueue;
  pageFiles: FairQueue;
  making: FairQueue;
  answers: CompressedResponses;
  /** Rows of the answers that were given before, and whether they have sample data, by their tags. */
  noted: LRUCache<string, { rows: number; hasSample: boolean }>;
}

/** What passes from one step of a request to the next. */
export interface RestEnvironment {
  Variables: { requestId?: string };
}

export const DEFAULT_REQUESTS_PER_MINUTE = 120;
export const DEFAULT_OPEN_PER_MINUTE = 600;
export const DEFAULT_FILES_PER_MINUTE = 30;
