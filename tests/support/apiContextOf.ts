import { createLimits } from "#accounts/limits";
import type { ApiContext } from "#api";
import { anonymousUser, type User } from "#domain/people";
import { indexCatalog } from "#domain/resources";
import type { Market } from "#market";
import { worldCatalog } from "./marketWorld";

/** The context of procedures that need no people store: a market and its reader. */
export const apiContextOf = (market: Market, user: User = anonymousUser): ApiContext => ({
  market,
  user,
  sessionId: null,
  viewer: null,
  services: {
    get people(): never {
      throw new Error("These procedures need no people store.");
    },
    requiresSignIn: false,
    installation: {
      read: async () => ({ everybody: anonymousUser, hasAdministrator: true }),
      invalidate: () => undefined,
    },
    emptyClasses: "show",
    apiUsage: { thisMonth: async () => 0, flush: async () => undefined },
    keyUsage: { byDay: async () => [] },
    contact: { receive: async () => undefined },
    limits: createLimits(null),
    mailer: { logsOnly: true, send: async () => undefined, close: () => undefined },
    jobs: () => [],
    purgeQuarantine: async () => {
      throw new Error("These procedures change no market data.");
    },
    get imports(): never {
      throw new Error("These procedures import no files.");
    },
    get corrections(): never {
      throw new Error("These procedures correct no figures.");
    },
    get ledger(): never {
      throw new Error("These procedures read no networks.");
    },
    watches: { limit: 50, rules: { anyAddress: false }, requestRun: () => undefined },
    brand: "Cadastre",
    baseUrl: "http://localhost:3000",
    analytics: null,
    intercomHmac: () => null,
    catalog: () => indexCatalog(worldCatalog),
    dataSets: { versions: async () => [], file: async () => null, manifest: async () => null },
  },
  request: {
    sameOrigin: true,
    networkAddress: "203.0.113.1",
    isOnLoopback: false,
    shownOrganization: null,
    analyticsAllowed: false,
  },
});
