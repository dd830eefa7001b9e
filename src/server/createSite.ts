import type { Hono } from "hono";
import { appRouter, createAuthHandler, createFeeds, createRestApi, createTrpcHandler } from "#api";
import { createMarket } from "#market";
import type { Application } from "./application";
import { createHttpApp } from "./http/httpApp";
import { createNetworkAddresses } from "./http/networkAddresses";
import { newsFeed } from "./http/newsFeed";
import { parseProxyTrust } from "./http/proxyTrust";
import { contentSecurityPolicy } from "./http/securityHeaders";
import { createPeople } from "./people";
import { createWeb } from "./web";

export interface SiteOptions {
  application: Application;
  mode: "production" | "development";
  root: string;
}

/** Puts the network face of an open application together. */
export async function createSite({ application, mode, root }: SiteOptions): Promise<Hono["fetch"]> {
  const { configuration, log } = application;
  const market = createMarket({
    store: application.market,
    dataVersion: application.dataVersion,
    sampleProgress: () => application.sampleProgress,
  });
  const baseUrl = configuration.BASE_URL;
  const addresses = createNetworkAddresses({ trust: parseProxyTrust(configuration.TRUST_PROXY) });
  const people = await createPeople({ application, market, networkAddress: addresses.of });
  application.onClose(people.apiUsage.close);
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
              // The embed view is one chart, without anything to click that acts for the visitor.
              embeddable: isEmbed,
              integrations: people.site.integrations,
            }),
        }
      : {}),
  });
  return createHttpApp({
    baseUrl,
    brand: configuration.BRAND_NAME,
    log,
    addresses,
    catalog: () => application.catalog,
    dataVersion: application.dataVersion,
    auth: createAuthHandler(people.authOptions),
    rest: createRestApi({
      market,
      people: application.people,
      log,
      networkAddress: addresses.of,
      callerOf: userOf,
      countRequest: people.apiUsage.count,
    }),
    feeds: createFeeds({
      market,
      brand: configuration.BRAND_NAME,
      baseUrl,
      log,
      networkAddress: addresses.of,
    }),
    trpc: createTrpcHandler(people.apiContext, log),
    analyticsProxy: people.analyticsProxy,
    newsFeed: () => newsFeed({ market, baseUrl, brand: configuration.BRAND_NAME }),
    contact: people.contact,
    userOf,
    apiContext: people.apiContext,
    web,
    rendersPerMinute: configuration.PAGE_RENDERS_PER_MINUTE,
    cachePages: mode === "production",
  }).fetch;
}
