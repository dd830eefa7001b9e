import pino from "pino";
import { createLimits } from "#accounts/limits";
import { appRouter } from "#api";
import { anonymousUser } from "#domain/people";
import { indexCatalog } from "#domain/resources";
import { createMarket } from "#market";
import { readConfiguration } from "#server";
import { type MarketStore, openPeopleStore } from "#stores";
import { contentSecurityPolicy } from "../../src/server/http/securityHeaders";
import { createJobs } from "../../src/server/jobs";
import { createPeople } from "../../src/server/people";
import { createWeb } from "../../src/server/web";
import { root } from "../support/product";
import { restInProcess } from "./restInProcess";
import { readShippedCatalog } from "./sampleMarket";

export interface SiteInProcess {
  /** Renders the page at an address, without a page cache. */
  page: (address: string) => Promise<string>;
  /** The response of the data API. */
  rest: (address: string) => Promise<string>;
  close: () => Promise<void>;
}

/**
 * The built pages and the data API over a market, called without a network. `cacheBytes` bounds the cached results,
 * as in `createMarket`: with 1, every query reaches the engine.
 */
export async function siteInProcess(store: MarketStore, cacheBytes?: number): Promise<SiteInProcess> {
  const people = await openPeopleStore({ url: null, folder: "memory://" });
  const market = createMarket({ store, dataVersion: () => 1, cacheBytes });
  const configuration = readConfiguration({}, root);
  const services = await createPeople({
    application: {
      configuration,
      log: pino({ level: "silent" }),
      people,
      catalog: indexCatalog(await readShippedCatalog()),
      jobs: createJobs(),
      market: store,
    },
    market,
    dataSets: { versions: async () => [], file: async () => null, manifest: async () => null },
    networkAddress: () => "127.0.0.1",
    limits: createLimits(people),
    get imports(): never {
      throw new Error("No files are imported.");
    },
    get corrections(): never {
      throw new Error("No figures are corrected.");
    },
    get ledger(): never {
      throw new Error("No networks are read.");
    },
  });
  const web = await createWeb({
    mode: "production",
    root,
    site: services.site,
    router: appRouter,
    contentSecurityPolicy: (hashes) =>
      contentSecurityPolicy({
        scripts: hashes.join(" "),
        embeddable: false,
        integrations: services.site.integrations,
      }),
  });
  const rest = await restInProcess({ market, people });
  return {
    page: async (address) => {
      const location = await web.locate(new URL(address, configuration.BASE_URL));
      const createContext = () => services.apiContext(new Request(configuration.BASE_URL));
      const page = await web.render({ location, user: anonymousUser, createContext, requestId: "bench" });
      if (page.status !== 200) throw new Error(`${address}: ${page.status}`);
      return page.text();
    },
    rest,
    close: () => people.close(),
  };
}
