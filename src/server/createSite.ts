import path from "node:path";
import type { Hono } from "hono";
import { html } from "hono/html";
import ipaddr from "ipaddr.js";
import { createLimits, createRowQuota } from "#accounts/limits";
import { readUnsubscribeToken, stopWatchMail } from "#accounts/watches";
import {
  appRouter,
  createAuthHandler,
  createFeeds,
  createMcpHandler,
  createRestApi,
  createTrpcHandler,
  createUploadHandler,
  type ImportDesk,
  isDownloadOpen,
  UNSUBSCRIBE_PATH,
} from "#api";
import { currentDay } from "#domain/days";
import { createDatedEntities, requireUnpackedWithin } from "#ingest";
import { createMarket, type DownloadStore, dataSetStore, openDownloadStore } from "#market";
import type { PeopleStore } from "#stores";
import type { Application } from "./application";
import { createHttpApp } from "./http/httpApp";
import { createNetworkAddresses } from "./http/networkAddresses";
import { plainPage } from "./http/pageErrors";
import { parseProxyTrust } from "./http/proxyTrust";
import { contentSecurityPolicy } from "./http/securityHeaders";
import { openCorrectionDesk } from "./imports/openCorrectionDesk";
import { openImportDesk } from "./imports/openImportDesk";
import { dataSetFolder } from "./operations/dataSets";
import { openLedgerDesk } from "./operations/openLedgerDesk";
import { operationRunner } from "./operations/operations";
import { createPeople } from "./people";
import { type RunningWatches, runWatches } from "./runWatches";
import { createWeb } from "./web";

const GB = 1_000_000_000;
const HOUR_MS = 3_600_000;

/**
 * Serves the files of signed links. Every hour, deletes files that have expired or whose key has ended or now
 * has other permissions. Null if links are off.
 */
async function startDownloads({
  configuration,
  people,
  jobs,
  log,
  onClose,
}: Pick<
  Application,
  "configuration" | "people" | "jobs" | "log" | "onClose"
>): Promise<DownloadStore | null> {
  const { DATA_DIR, DOWNLOAD_HOURS, DOWNLOAD_GB } = configuration;
  const store = await openDownloadStore({
    folder: path.join(DATA_DIR, "download-links"),
    limits: { keptMs: DOWNLOAD_HOURS * HOUR_MS, totalBytes: DOWNLOAD_GB * GB },
    isToKeep: (download) => isDownloadOpen(people, download),
  });
  onClose(store.close);
  const sweep = () =>
    jobs
      .run("downloads.sweep", store.sweep)
      .catch((error) => log.error(error, "Expired downloads could not be removed"));
  jobs.schedule(
    "downloads.sweep",
    { pattern: "27 * * * *", words: "Hourly, 27 minutes past the hour" },
    sweep,
  );
  return DOWNLOAD_GB === 0 ? null : store;
}

/**
 * Opens the desk for files that administrators import in the browser, and deletes files every hour that have
 * been unused for a day.
 * @param folder of uploaded files. Default: within the data folder.
 */
export async function startImports(
  application: Application,
  folder = path.join(application.configuration.DATA_DIR, "uploads"),
): Promise<ImportDesk> {
  const { configuration, market, jobs, log } = application;
  const desk = await openImportDesk({
    folder,
    limit: configuration.IMPORT_UPLOAD_MB * 1e6,
    run: (owner, name, input, report, stop) => operationRunner(application, owner)(name, input, report, stop),
    requireUnpackedWithin: (file, limit) => requireUnpackedWithin(market, file, limit),
    log,
  });
  const sweep = () =>
    jobs
      .run("uploads.sweep", desk.sweep)
      .catch((error) => log.error(error, "Unused uploads could not be removed"));
  const { stop } = jobs.schedule(
    "uploads.sweep",
    { pattern: "37 * * * *", words: "Hourly, 37 minutes past the hour" },
    sweep,
  );
  application.onClose(async () => stop());
  return desk;
}

/**
 * The unsubscribe link of watch mail: a page with a button for people, one POST request for mail clients (RFC
 * 8058).
 */

interface UnsubscribeOptions {
  brand: string;
  people: PeopleStore;
  /** Key of the token signature. */
  secret: string;
}

/** The URL alone is sufficient to unsubscribe, so links from the page must not reveal it. */
const headers = { "referrer-policy": "no-referrer" };

const link = html`<p><a href="/settings/watches">Your watches</a></p>`;

export function createUnsubscribe({
  brand,
  people,
  secret,
}: UnsubscribeOptions): (request: Request) => Promise<Response> {
  return async (request) => {
    const token = new URL(request.url).searchParams.get("token") ?? "";
    const userId = readUnsubscribeToken(token, secret);
    if (userId === null) {
      const message =
        "This link is incomplete. Open it again from the email, or sign in to change your watches.";
      return plainPage(request, { brand, headers, status: 404, title: "Unknown link", message, extra: link });
    }
    if (request.method !== "POST") {
      // GET has no effect, since mail clients prefetch links.
      return plainPage(request, {
        brand,
        headers,
        status: 200,
        title: "Stop email from watches",
        message: "You will no longer receive email from any of your watches. Webhooks are not affected.",
        extra: html`<form method="post" action="${UNSUBSCRIBE_PATH}?token=${token}"><button>Stop email</button></form>`,
      });
    }
    await stopWatchMail(people, userId);
    return plainPage(request, {
      brand,
      headers,
      status: 200,
      title: "Email stopped",
      message: "You will not receive any more email from watches.",
      extra: link,
    });
  };
}

/** Headers that proxies add: with one of them, the address of the connection is not that of the visitor. */
const proxyHeaders = ["forwarded", "via", "x-forwarded-for", "x-forwarded-host", "x-real-ip"];

/**
 * Whether a request comes from the machine of the server itself. False behind a proxy, and for an installation whose
 * public URL or the request's Host header names another host: a proxy or a rebound DNS name may then be involved.
 */
export function loopbackCheck({
  baseUrl,
  networkAddress,
}: {
  baseUrl: string;
  networkAddress: (request: Request) => string;
}): (request: Request) => boolean {
  const isLocalSite = isLoopbackHost(new URL(baseUrl).hostname);
  return (request) =>
    isLocalSite &&
    isLoopbackHost(new URL(request.url).hostname) &&
    !proxyHeaders.some((name) => request.headers.has(name)) &&
    isLoopbackAddress(networkAddress(request));
}

const isLoopbackHost = (host: string): boolean =>
  host === "localhost" || host.endsWith(".localhost") || isLoopbackAddress(host.replace(/^\[|\]$/g, ""));

const isLoopbackAddress = (address: string): boolean =>
  ipaddr.isValid(address) && ipaddr.process(address).range() === "loopback";

export interface SiteOptions {
  application: Application;
  mode: "production" | "development";
  root: string;
}

/** Counts the catalogs that were read: menus and searches show the one in memory. */
function countCatalogs(): (catalog: object) => number {
  let count = 0;
  let latest: object | null = null;
  return (catalog) => {
    if (catalog !== latest) count += 1;
    latest = catalog;
    return count;
  };
}

/** Creates the HTTP application of an open application. */
export async function createSite({ application, mode, root }: SiteOptions): Promise<Hono["fetch"]> {
  const { configuration, log } = application;
  const catalogsRead = countCatalogs();
  const market = createMarket({
    store: application.market,
    dataVersion: application.dataVersion,
    holders: configuration.HOLDERS_VISIBLE,
    sampleProgress: () => application.sampleProgress,
    entitiesAt: createDatedEntities(application.market, application.dataVersion),
  });
  const baseUrl = configuration.BASE_URL;
  const addresses = createNetworkAddresses({ trust: parseProxyTrust(configuration.TRUST_PROXY) });
  const isOnLoopback = loopbackCheck({ baseUrl, networkAddress: addresses.of });
  const dataSets = dataSetStore(dataSetFolder(configuration));
  const downloads = await startDownloads(application);
  const imports = await startImports(application);
  let watches: RunningWatches | null = null;
  const limits = createLimits(application.people, {
    renders: configuration.PAGE_RENDERS_PER_MINUTE,
    work: configuration.DATABASE_SECONDS_PER_MINUTE * 1_000,
  });
  const people = await createPeople({
    application,
    market,
    dataSets,
    networkAddress: addresses.of,
    isOnLoopback,
    requestWatchRun: () => watches?.requestRun(),
    imports,
    corrections: openCorrectionDesk(application),
    ledger: openLedgerDesk(application),
    limits,
  });
  watches = runWatches(people.watchDesk, {
    log,
    jobs: application.jobs,
    writers: application.writers,
    sampleProgress: () => application.sampleProgress,
    refreshDataVersion: application.refreshDataVersion,
  });
  application.onClose(watches.stop);
  application.onClose(people.apiUsage.close);
  application.onClose(people.keyUsage.close);
  const userOf = async (request: Request) => (await people.visitorOf(request)).user;
  const web = await createWeb({
    mode,
    root,
    site: people.site,
    router: appRouter,
    ...(mode === "production"
      ? {
          contentSecurityPolicy: (scripts, { isEmbed }) =>
            contentSecurityPolicy({
              scripts: scripts.join(" "),
              // The embed view is one chart without controls that act for the visitor.
              embeddable: isEmbed,
              integrations: people.site.integrations,
            }),
        }
      : {}),
  });
  const rest = createRestApi({
    market,
    people: application.people,
    log,
    networkAddress: addresses.of,
    limits,
    rowQuota: createRowQuota({ people: application.people, usage: people.apiUsage, log }),
    dataSets,
    emptyClasses: configuration.EMPTY_CLASSES,
    ...(downloads === null ? {} : { downloads: { store: downloads, secret: people.secret, baseUrl } }),
    callerOf: userOf,
    countRequest: people.apiUsage.count,
    countKey: people.keyUsage.count,
    countRows: people.apiUsage.countRows,
    rowsThisMonth: people.apiUsage.rowsThisMonth,
  });
  return createHttpApp({
    baseUrl,
    brand: configuration.BRAND_NAME,
    log,
    addresses,
    catalog: () => application.catalog,
    hiddenPaths: () => people.site.hiddenPaths,
    dataVersion: application.dataVersion,
    pagesState: () => `${catalogsRead(application.catalog)} ${application.dataSetsDay} ${currentDay()}`,
    auth: createAuthHandler(people.authOptions),
    rest,
    agents: createMcpHandler({ rest, people: application.people, limits }),
    feeds: createFeeds({
      market,
      brand: configuration.BRAND_NAME,
      baseUrl,
      log,
      networkAddress: addresses.of,
      limits,
    }),
    trpc: createTrpcHandler(people.apiContext, log, { limits }),
    analyticsProxy: people.analyticsProxy,
    contact: people.contact,
    uploads: createUploadHandler({ baseUrl, visitorOf: people.visitorOf, imports, log }),
    mailStop: createUnsubscribe({
      brand: configuration.BRAND_NAME,
      people: application.people,
      secret: people.secret,
    }),
    userOf,
    installation: people.installation,
    isOnLoopback,
    apiContext: people.apiContext,
    web,
    privateAccess: people.privateAccess,
    limits,
    cachePages: mode === "production",
  }).fetch;
}
