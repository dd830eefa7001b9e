/** The HTTP layer for people, over a small market and a real mail server, without a port. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import pino from "pino";
import { createLimits, type LimitName } from "#accounts/limits";
import {
  appRouter,
  createAuthHandler,
  createFeeds,
  createRestApi,
  createTrpcHandler,
  createUploadHandler,
  type WatchService,
} from "#api";
import { type CatalogIndex, indexCatalog } from "#domain/resources";
import type { PublicSite } from "#domain/site";
import { readConfiguration } from "#server";
import { openPeopleStore, type PeopleStore } from "#stores";
import type { Application } from "../../src/server/application";
import { createUnsubscribe, startImports } from "../../src/server/createSite";
import { createHttpApp } from "../../src/server/http/httpApp";
import { createNetworkAddresses } from "../../src/server/http/networkAddresses";
import { parseProxyTrust } from "../../src/server/http/proxyTrust";
import { contentSecurityPolicy } from "../../src/server/http/securityHeaders";
import { openCorrectionDesk } from "../../src/server/imports/openCorrectionDesk";
import { createJobs } from "../../src/server/jobs";
import { openLedgerDesk } from "../../src/server/operations/openLedgerDesk";
import { createPeople } from "../../src/server/people";
import { createWeb, type Web } from "../../src/server/web";
import { createWriterQueue } from "../../src/server/writerQueue";
import { type MarketWorld, openMarketWorld, worldCatalog } from "./marketWorld";
import { type MailServer, startMailServer } from "./smtp";
import { Visitor } from "./visitor";

export const origin = "http://localhost:3000";

export interface PeopleSite {
  people: PeopleStore;
  mail: MailServer;
  catalog: CatalogIndex;
  watchDesk: WatchService;
  world: MarketWorld;
  /** Folder of uploaded files. */
  uploadFolder: string;
  handle: (request: Request) => Promise<Response>;
  /** Another HTTP layer of the same site, as after a restart: empty caches and counters. */
  face(options?: FaceOptions): Promise<(request: Request) => Promise<Response>>;
  /** An anonymous visitor. */
  stranger(): Visitor;
  signedIn(email: string): Promise<Visitor>;
  close(): Promise<void>;
}

export interface FaceOptions {
  /** Folder of a built application. Default: one page at every address, which names the user. */
  webRoot?: string;
  rendersPerMinute?: number;
  baseUrl?: string;
}

export interface PeopleSiteOptions {
  /** PostgreSQL server; null opens the embedded engine in memory. */
  databaseUrl?: string | null;
  /** Settings beside the mail server. */
  env?: Record<string, string>;
}

/** Engine time depends on the machine, and must not decide the results of tests. */
const UNLIMITED = 1e9;

const onePage: Web = {
  file: async () => null,
  locate: async ({ pathname, search }) => ({ path: pathname, search, isKnown: true, isEmbed: false }),
  render: async ({ user }) =>
    new Response(`<p>${user.email}</p>`, { headers: { "content-type": "text/html; charset=utf-8" } }),
};

const builtWeb = (root: string, site: PublicSite) =>
  createWeb({
    mode: "production",
    root,
    site,
    router: appRouter,
    contentSecurityPolicy: (scripts, { isEmbed }) =>
      contentSecurityPolicy({ scripts: scripts.join(" "), embeddable: isEmbed }),
  });

export async function openPeopleSite({
  databaseUrl = null,
  env = {},
}: PeopleSiteOptions = {}): Promise<PeopleSite> {
  const log = pino({ level: "silent" });
  const mail = await startMailServer();
  const people = await openPeopleStore({ url: databaseUrl, folder: "memory://" });
  const world: MarketWorld = await openMarketWorld();
  const catalog = indexCatalog(worldCatalog);
  const configuration = readConfiguration(
    { SMTP_URL: mail.url, BASE_URL: origin, TRUST_PROXY: "1", ...env },
    "/",
  );
  const addresses = createNetworkAddresses({ trust: parseProxyTrust(configuration.TRUST_PROXY) });
  const application: Application = {
    configuration,
    log,
    people,
    catalog,
    jobs: createJobs(),
    market: world.store,
    sources: [],
    writers: createWriterQueue(),
    sampleProgress: null,
    dataSetsDay: "",
    dataVersion: () => "1",
    refreshDataVersion: async () => undefined,
    onClose: () => undefined,
    close: async () => undefined,
  };
  const uploadFolder = await mkdtemp(path.join(tmpdir(), "cadastre-uploads-"));
  const imports = await startImports(application, uploadFolder);
  const limitsOf = (numbers: Partial<Record<LimitName, number>> = {}) =>
    createLimits(people, { work: UNLIMITED, renders: 1_000_000, ...numbers });
  const services = await createPeople({
    application,
    limits: limitsOf(),
    imports,
    corrections: openCorrectionDesk(application),
    ledger: openLedgerDesk(application),
    market: world.market,
    dataSets: { versions: async () => [], file: async () => null, manifest: async () => null },
    networkAddress: addresses.of,
  });
  const userOf = async (request: Request) => (await services.visitorOf(request)).user;
  const face = async ({ webRoot, rendersPerMinute, baseUrl = origin }: FaceOptions = {}) => {
    const limits = limitsOf(rendersPerMinute === undefined ? {} : { renders: rendersPerMinute });
    const app = createHttpApp({
      baseUrl,
      brand: configuration.BRAND_NAME,
      log,
      addresses,
      isOnLoopback: () => false,
      catalog: () => catalog,
      dataVersion: () => "1",
      auth: createAuthHandler({ ...services.authOptions, baseUrl }),
      rest: createRestApi({
        market: world.market,
        people,
        log,
        networkAddress: addresses.of,
        callerOf: userOf,
        countRequest: services.apiUsage.count,
        countKey: services.keyUsage.count,
        limits,
      }),
      trpc: createTrpcHandler(services.apiContext, log, { limits }),
      analyticsProxy: services.analyticsProxy,
      contact: services.contact,
      uploads: createUploadHandler({ baseUrl, visitorOf: services.visitorOf, imports, log }),
      mailStop: createUnsubscribe({ brand: configuration.BRAND_NAME, people, secret: services.secret }),
      feeds: createFeeds({
        market: world.market,
        brand: configuration.BRAND_NAME,
        baseUrl,
        networkAddress: addresses.of,
        limits,
      }),
      userOf,
      installation: services.installation,
      privateAccess: services.privateAccess,
      apiContext: services.apiContext,
      web: webRoot === undefined ? onePage : await builtWeb(webRoot, services.site),
      limits,
      cachePages: true,
    });
    return async (request: Request) => app.fetch(request);
  };
  const handle = await face();
  const stranger = () => new Visitor(handle, origin);
  return {
    people,
    mail,
    catalog,
    watchDesk: services.watchDesk,
    world,
    uploadFolder,
    handle,
    face,
    stranger,
    signedIn: (email) => stranger().signIn(email, mail),
    close: async () => {
      await mail.stop();
      await services.apiUsage.close();
      await services.keyUsage.close();
      await people.close();
      await world.close();
      await rm(uploadFolder, { recursive: true, force: true });
    },
  };
}
