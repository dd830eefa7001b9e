/** Services for users and organizations that the HTTP application needs. */
import { createHmac } from "node:crypto";
import {
  type ApiUsage,
  createApiUsage,
  createKeyUsage,
  type KeyUsage,
  verifyApiKey,
} from "#accounts/apiKeys";
import { type ContactDesk, createContactDesk } from "#accounts/contact";
import { type Installation, openFeatures } from "#accounts/features";
import type { Limits } from "#accounts/limits";
import { createMailer } from "#accounts/mail";
import { installationSecret } from "#accounts/secrets";
import { createSignInLimits } from "#accounts/signIn";
import {
  ANALYTICS_PATH,
  type ApiContext,
  type AuthOptions,
  analyticsAllowed,
  authCookies,
  bearerToken,
  type CorrectionDesk,
  createAnalytics,
  createAnalyticsProxy,
  createInstallation,
  createVisitors,
  createWatchService,
  type ImportDesk,
  isSameOrigin,
  type LedgerDesk,
  type Visitor,
  type WatchService,
} from "#api";
import { hiddenClassPaths, PAGE_ORGANIZATION_HEADER } from "#domain/people";
import type { PublicSite } from "#domain/site";
import type { DataSetStore, Market } from "#market";
import type { Application } from "./application";
import type { Configuration } from "./configuration/configuration";
import type { PrivateAccess } from "./http/requireSignIn";
import { purgeQuarantineAs } from "./operations/quarantine";

export interface People {
  site: PublicSite;
  /** The installation as a visitor without an account sees it. */
  installation: () => Promise<Installation>;
  visitorOf: (request: Request) => Promise<Visitor>;
  apiContext: (request: Request) => Promise<ApiContext>;
  authOptions: AuthOptions;
  /** Handles messages of the contact form. */
  contact: ContactDesk;
  /** Counts data API requests by organization; close before the people store. */
  apiUsage: ApiUsage;
  /** Counts data API requests by key and day. */
  keyUsage: KeyUsage;
  /** Evaluates watches and sends their notifications. */
  watchDesk: WatchService;
  /** Key for signing unsubscribe links. */
  secret: string;
  /** Null unless the installation requires sign-in. */
  privateAccess: PrivateAccess | null;
  /** Null if product analytics is off. */
  analyticsProxy: ((request: Request) => Promise<Response>) | null;
}

export async function createPeople({
  application,
  market,
  dataSets,
  networkAddress,
  isOnLoopback = () => false,
  requestWatchRun = () => undefined,
  imports,
  corrections,
  ledger,
  limits,
}: {
  application: Pick<Application, "configuration" | "log" | "people" | "catalog" | "jobs" | "market">;
  market: Market;
  dataSets: DataSetStore;
  networkAddress: (request: Request) => string;
  /** Whether a request comes from the server's own machine. Default: never. */
  isOnLoopback?: (request: Request) => boolean;
  /** Triggers an evaluation of watches. */
  requestWatchRun?: () => void;
  imports: ImportDesk;
  corrections: CorrectionDesk;
  ledger: LedgerDesk;
  limits: Limits;
}): Promise<People> {
  const { configuration, log, people } = application;
  const { BASE_URL: baseUrl, BRAND_NAME: brand } = configuration;
  const mailer = createMailer({ url: configuration.SMTP_URL ?? null, from: configuration.MAIL_FROM, log });
  const intercomHmac = chatIdentity(configuration);
  await openFeatures(people, configuration.openFeatures);
  const installationReader = createInstallation({ people, log });
  const installation = async (): Promise<Installation> => {
    const read = await installationReader.read();
    // A user who signs in with one of these addresses becomes an administrator.
    return { ...read, hasAdministrator: read.hasAdministrator || configuration.adminEmails.length > 0 };
  };
  const visitorOf = createVisitors({
    people,
    everybody: async () => (await installation()).everybody,
    intercomHmac,
    sessionCookie: authCookies(baseUrl).session,
  });
  const analytics = analyticsOf(configuration);
  const apiUsage = createApiUsage({ people, log });
  const keyUsage = createKeyUsage({ people, log });
  const contact = createContactDesk({
    people,
    mailer,
    brand,
    log,
    limits,
    receivers:
      configuration.CONTACT_EMAIL === undefined ? configuration.adminEmails : [configuration.CONTACT_EMAIL],
  });
  const secret = await installationSecret(people);
  const rules = { anyAddress: configuration.WEBHOOK_TARGETS === "any" };
  const services: ApiContext["services"] = {
    people,
    mailer,
    contact,
    limits,
    apiUsage,
    keyUsage,
    log,
    watches: { limit: configuration.WATCHES_PER_OWNER, rules, requestRun: requestWatchRun },
    brand,
    baseUrl,
    requiresSignIn: configuration.REQUIRE_SIGN_IN === "on",
    emptyClasses: configuration.EMPTY_CLASSES,
    intercomHmac,
    analytics: analytics === null ? null : createAnalytics({ ...analytics, log }),
    installation: { read: installation, invalidate: installationReader.invalidate },
    catalog: () => application.catalog,
    jobs: () => application.jobs.list(),
    purgeQuarantine: (purge) => purgeQuarantineAs(application, purge),
    imports,
    corrections,
    ledger,
    dataSets,
  };
  return {
    site: publicSite(application, mailer.logsOnly),
    installation,
    visitorOf,
    apiContext: async (request) => ({
      market,
      services,
      ...(await visitorOf(request)),
      request: {
        sameOrigin: isSameOrigin(request, baseUrl),
        networkAddress: networkAddress(request),
        isOnLoopback: isOnLoopback(request),
        shownOrganization: request.headers.get(PAGE_ORGANIZATION_HEADER),
        analyticsAllowed: analyticsAllowed(request),
      },
    }),
    authOptions: {
      people,
      mailer,
      brand,
      baseUrl,
      networkAddress,
      log,
      limits: createSignInLimits(people, limits),
      secret,
      adminEmails: configuration.adminEmails,
      signUp: configuration.signUp,
    },
    contact,
    apiUsage,
    keyUsage,
    watchDesk: createWatchService({ people, market, mailer, log, brand, baseUrl, secret, rules }),
    secret,
    privateAccess:
      configuration.REQUIRE_SIGN_IN === "on"
        ? {
            hasValidKey: async ({ headers }) => {
              const key = bearerToken(headers.get("authorization"));
              return key !== null && (await verifyApiKey(people, key)) !== null;
            },
          }
        : null,
    analyticsProxy: analytics === null ? null : createAnalyticsProxy(analytics),
  };
}

const analyticsOf = ({ ANALYTICS_URL: url, ANALYTICS_KEY: key }: Configuration) =>
  url === undefined || key === undefined ? null : { url, key };

export function publicSite(
  application: Pick<Application, "configuration" | "catalog">,
  mailIsLogged: boolean,
): PublicSite {
  const { configuration } = application;
  const { SESSION_REPLAY_ID: replay, CHAT_APP_ID: chat, signUp } = configuration;
  const analytics = analyticsOf(configuration);
  return {
    brand: configuration.BRAND_NAME,
    origin: configuration.BASE_URL,
    mailIsLogged,
    requiresSignIn: configuration.REQUIRE_SIGN_IN === "on",
    // The catalog can be reloaded while the server runs.
    get hiddenPaths() {
      return hiddenClassPaths(configuration.EMPTY_CLASSES, application.catalog);
    },
    signInModal: configuration.SIGN_IN_MODAL,
    signUp: signUp.kind === "anyone" ? "anyone" : signUp.domains.length === 0 ? "invited" : "domains",
    integrations: {
      analytics: analytics === null ? null : { path: ANALYTICS_PATH, key: analytics.key },
      sessionReplay: replay === undefined ? null : { id: replay },
      chat: chat === undefined ? null : { appId: chat },
    },
    links: {
      researchBlog: configuration.RESEARCH_BLOG_URL ?? null,
      terms: configuration.TERMS_URL ?? null,
      privacy: configuration.PRIVACY_URL ?? null,
      imprint: configuration.IMPRINT_URL ?? null,
      contact: configuration.PUBLIC_CONTACT_EMAIL ?? null,
    },
  };
}

/** Signs a user's id for the chat widget, so that it cannot be forged. */
function chatIdentity({
  CHAT_APP_ID: app,
  CHAT_SECRET: secret,
}: Configuration): (userId: string) => string | null {
  if (app === undefined || secret === undefined) return () => null;
  return (userId) => createHmac("sha256", secret).update(userId).digest("hex");
}
