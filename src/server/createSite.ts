import type { Hono } from "hono";
import { appRouter, createRestApi, createTrpcHandler } from "#api";
import { createMarket } from "#market";
import type { Application } from "./application";
import { createHttpApp } from "./http/httpApp";
import { contentSecurityPolicy } from "./http/securityHeaders";
import { createWebHandler } from "./web";

export interface SiteOptions {
  application: Application;
  mode: "production" | "development";
  root: string;
}

/** Puts the network face of an open application together. */
export async function createSite({ application, mode, root }: SiteOptions): Promise<Hono["fetch"]> {
  const { configuration, log, people } = application;
  const market = createMarket({
    store: application.market,
    dataVersion: application.dataVersion,
    sampleProgress: () => application.sampleProgress,
  });
  const origin = configuration.BASE_URL;
  const web = await createWebHandler({
    mode,
    root,
    site: { brand: configuration.BRAND_NAME, origin },
    api: { router: appRouter, createContext: async () => ({ market }) },
    ...(mode === "production"
      ? {
          contentSecurityPolicy: (hashes) =>
            contentSecurityPolicy({ scripts: hashes.join(" "), embeddable: false }),
        }
      : {}),
  });
  return createHttpApp({
    baseUrl: origin,
    log,
    catalog: () => application.catalog,
    dataVersion: application.dataVersion,
    rest: createRestApi({ market, people, log }),
    trpc: createTrpcHandler({ market }),
    web,
    cachePages: mode === "production",
  }).fetch;
}
