/** Everything about people that the network face needs, made from an open application. */
import { createHmac } from "node:crypto";
import {
  type ApiUsage,
  type ContactDesk,
  createApiUsage,
  createContactDesk,
  createMailer,
  createSignInLimits,
  installationSecret,
} from "#accounts";
import {
  ANALYTICS_PATH,
  type ApiContext,
  type AuthOptions,
  analyticsAllowed,
  authCookies,
  createAnalytics,
  createAnalyticsProxy,
  createVisitors,
  isSameOrigin,
  type Visitor,
} from "#api";
import { PAGE_ORGANIZATION_HEADER, type PublicSite } from "#domain";
import type { Market } from "#market";
import type { Application } from "./application";
import type { Configuration } from "./configuration/configuration";

export interface People {
  site: PublicSite;
  visitorOf: (request: Request) => Promise<Visitor>;
  apiContext: (request: Request) => Promise<ApiContext>;
  authOptions: AuthOptions;
  /** Takes what visitors write to the operator. */
  contact: ContactDesk;
  /** Counts requests to the data API; to be closed before the people store. */
  apiUsage: ApiUsage;
  /** Null where product analytics is off. */
  analyticsProxy: ((request: Request) => Promise<Response>) | null;
}

export async function createPeople({
  application,
  market,
  networkAddress,
}: {
  application: Pick<Application, "configuration" | "log" | "people" | "catalog">;
  market: Market;
  networkAddress: (request: Request) => string;
}): Promise<People> {
  const { configuration, log, people } = application;
  const { BASE_URL: baseUrl, BRAND_NAME: brand } = configuration;
  const mailer = createMailer({ url: configuration.SMTP_URL ?? null, from: configuration.MAIL_FROM, log });
  const intercomHmac = chatIdentity(configuration);
  const visitorOf = createVisitors({
    people,
    intercomHmac,
    sessionCookie: authCookies(baseUrl).session,
  });
  const analytics = analyticsOf(configuration);
  const apiUsage = createApiUsage({ people, log });
  const contact = createContactDesk({
    people,
    mailer,
    brand,
    log,
    receivers:
      configuration.CONTACT_EMAIL === undefined ? configuration.adminEmails : [configuration.CONTACT_EMAIL],
  });
  const services: ApiContext["services"] = {
    people,
    mailer,
    contact,
    apiUsage,
    log,
    brand,
    baseUrl,
    intercomHmac,
    analytics: analytics === null ? null : createAnalytics({ ...analytics, log }),
    catalog: () => application.catalog,
  };
  return {
    site: publicSite(configuration, mailer.logsOnly),
    visitorOf,
    apiContext: async (request) => ({
      market,
      services,
      ...(await visitorOf(request)),
      request: {
        sameOrigin: isSameOrigin(request, baseUrl),
        networkAddress: networkAddress(request),
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
      limits: createSignInLimits(people),
      secret: await installationSecret(people),
      adminEmails: configuration.adminEmails,
    },
    contact,
    apiUsage,
    analyticsProxy: analytics === null ? null : createAnalyticsProxy(analytics),
  };
}

const analyticsOf = ({ ANALYTICS_URL: url, ANALYTICS_KEY: key }: Configuration) =>
  url === undefined || key === undefined ? null : { url, key };

function publicSite(configuration: Configuration, mailIsLogged: boolean): PublicSite {
  const { SESSION_REPLAY_ID: replay, CHAT_APP_ID: chat } = configuration;
  const analytics = analyticsOf(configuration);
  return {
    brand: configuration.BRAND_NAME,
    origin: configuration.BASE_URL,
    mailIsLogged,
    integrations: {
      analytics: analytics === null ? null : { path: ANALYTICS_PATH, key: analytics.key },
      sessionReplay: replay === undefined ? null : { id: replay },
      chat: chat === undefined ? null : { appId: chat },
    },
  };
}

/** Signs a user's id for the chat widget, so that nobody can chat in the name of another. */
function chatIdentity({
  CHAT_APP_ID: app,
  CHAT_SECRET: secret,
}: Configuration): (userId: string) => string | null {
  if (app === undefined || secret === undefined) return () => null;
  return (userId) => createHmac("sha256", secret).update(userId).digest("hex");
}
