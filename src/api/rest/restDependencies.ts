import type { LRUCache } from "lru-cache";
import type { Logger } from "pino";
import type { Limits, RowQuota } from "#accounts/limits";
import type { EmptyClassMode } from "#domain/people";
import type { Caller } from "#domain/vocabulary";
import type { DataSetStore, DownloadStore, Market } from "#market";
import type { FairQueue, PeopleStore } from "#stores";
import type { CompressedResponses } from "../http/compressedResponses";

/** Services that the REST API depends on. */
export interface RestDependencies {
  market: Market;
  /** Stores the API keys. */
  people: PeopleStore;
  log?: Pick<Logger, "error" | "warn">;
  /** Network address of a request, for limits on requests without a key. */
  networkAddress?: (request: Request) => string;
  /** Counters of requests and database time. Default: the default limits, counted for this API. */
  limits?: RestLimits;
  /** Rows of organizations with a monthly limit. Default: counted by `rowsThisMonth`, in this process. */
  rowQuota?: RowQuota;
  /** Counts a request for the organization of its key. */
  countRequest?: (organizationId: string) => void;
  /** Counts a request for its key. */
  countKey?: (keyId: number) => void;
  /** Counts rows sent for the organization of the key. */
  countRows?: (organizationId: string, rows: number) => void;
  /** Rows sent to an organization this month. */
  rowsThisMonth?: (organizationId: string) => number | Promise<number>;
  /** Bytes of the response cache; 0 disables it. */
  answerBytes?: number;
  /** The nightly files; undefined if there are none. */
  dataSets?: DataSetStore;
  /** Whether files of pages include classes without assets. Default: `show`. */
  emptyClasses?: EmptyClassMode;
  /** Files of signed links; undefined if links are turned off. */
  downloads?: DownloadDesk;
  /** The caller who fetches a file from a page; undefined makes every caller anonymous. */
  callerOf?: (request: Request) => Promise<Caller>;
}

export type RestLimits = Pick<Limits, "keys" | "open" | "files" | "work">;

/** Options of signed links to files. */
export interface DownloadDesk {
  store: DownloadStore;
  /** Signs the links. */
  secret: string;
  /** Public URL at the start of links. */
  baseUrl: string;
  /** How long a request waits for its file before the response is 202. */
  waitMs?: number;
  /** `SendingGuard.everyMs` of downloads. */
  checkMs?: number;
}

/** State shared by the routes: limits across all of them, and the response cache. */
export interface RestState {
  limits: RestLimits;
  rowQuota: RowQuota;
  /** Queue slots: `files` for keys, `pageFiles` for readers of pages, `making` for files of links. */
  files: FairQueue;
  pageFiles: FairQueue;
  making: FairQueue;
  answers: CompressedResponses;
  /** Row counts and sample marks of cached responses, by `requestHash`. */
  noted: LRUCache<string, { rows: number; hasSample: boolean }>;
}

/** Values passed between the steps of a request. */
export interface RestEnvironment {
  Variables: { requestId?: string };
}
