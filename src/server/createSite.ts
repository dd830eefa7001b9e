import type { Hono } from "hono";
import {
  appRouter,
  createAuthHandler,
  createFeeds,
  createMcpHandler,
  createRestApi,
  createTrpcHandler,
  createUploadHandler,
} from "#api";
import { currentDay } from "#domain";
import { createMarket, dataSetStore } from "#market";
import { limitersOf } from "#stores";
import type { Application } from "./application";
import { createHttpApp } from "./http/httpApp";
import { loopbackCheck } from "./http/loopbackCheck";
import { createNetworkAddresses } from "./http/networkAddresses";
import { parseProxyTrust } from "./http/proxyTrust";
import { contentSecurityPolicy } from "./http/securityHeaders";
import { createUnsubscribe } from "./http/unsubscribe";
import { keepImports } from "./imports/keepImports";
import { dataSetFolder } from "./operations/dataSets";
import { createPeople } from "./people";
import { type RunningWatches, runWatches } from "./runWatches";
import { startDownloads } from "./startDownloads";
import { createWeb } from "./web";

export interface SiteOptions {
  application: Application;
  mode: "production" | "development";
  root: string;
}

/** Creates the HTTP application of an open application. */
export async function createSite({ application, mode, root }: SiteOptions): Promise<Hono["fetch"]> {
  const { configuration, log } = application;
  const market = createMarket({
    store: application.market,
    dataVersion: application.dataVersion,
    sampleProgress: () => application.sampleProgress,
  });
  const baseUrl = configuration.BASE_URL;
  const addresses = createNetworkAddresses({ trust: parseProxyTrust(configuration.TRUST_PROXY) });
  const isOnLoopback = loopbackCheck({ baseUrl, networkAddress: addresses.of });
  const dataSets = dataSetStore(dataSetFolder(configuration));
  const downloads = await startDownloads(application);
  const imports = await keepImports(application);
  let watches: RunningWatches | null = null;
  const people = await createPeople({
    application,
    market,
    dataSets,
    networkAddress: addresses.of,
    isOnLoopback,
    wakeWatches: () => watches?.wake(),
    imports,
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
  const workMsPerMinute = configuration.DATABASE_SECONDS_PER_MINUTE * 1_000;
  const rest = createRestApi({
    market,
    people: application.people,
    log,
    networkAddress: addresses.of,
    workMsPerMinute,
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
    pagesVersion: () => `${application.dataVersion()} ${application.dataSetsDay} ${currentDay()}`,
    auth: createAuthHandler(people.authOptions),
    rest,
    agents: createMcpHandler({ rest, people: application.people }),
    feeds: createFeeds({
      market,
      brand: configuration.BRAND_NAME,
      baseUrl,
      log,
      networkAddress: addresses.of,
    }),
    trpc: createTrpcHandler(people.apiContext, log, {
      workMsPerMinute,
      limiters: limitersOf(application.people),
    }),
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
    rendersPerMinute: configuration.PAGE_RENDERS_PER_MINUTE,
    cachePages: mode === "production",
  }).fetch;
}
