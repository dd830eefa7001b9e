/** Headers that every answer carries. */
import type { MiddlewareHandler } from "hono";
import { secureHeaders } from "hono/secure-headers";
import { noIntegrations, type SiteIntegrations } from "#domain";

/** Addresses that each service's own documentation asks for. */
const thirdParties = {
  sessionReplay: {
    scripts: ["https://cdn.logr-in.com", "https://cdn.lr-in.com", "https://cdn.logrocket.io"],
    connections: ["https://*.logrocket.io", "https://*.lr-in.com", "https://*.logr-in.com"],
    workers: ["blob:"],
  },
  chat: {
    scripts: ["https://app.intercom.io", "https://widget.intercom.io", "https://js.intercomcdn.com"],
    connections: [
      "https://*.intercom.io",
      "wss://*.intercom.io",
      "https://*.intercomcdn.com",
      "https://uploads.intercomusercontent.com",
    ],
    images: ["https://*.intercomcdn.com", "https://*.intercomassets.com", "https://*.intercom.io"],
    fonts: ["https://js.intercomcdn.com", "https://fonts.intercomcdn.com"],
    frames: ["https://intercom-sheets.com", "https://*.intercom.io"],
  },
} as const satisfies Record<string, Partial<Record<SourceKind, readonly string[]>>>;

type SourceKind = "scripts" | "connections" | "workers" | "images" | "fonts" | "frames";

function sourcesOf(integrations: SiteIntegrations): (kind: SourceKind) => string {
  const used: Partial<Record<SourceKind, readonly string[]>>[] = [];
  if (integrations.sessionReplay !== null) used.push(thirdParties.sessionReplay);
  if (integrations.chat !== null) used.push(thirdParties.chat);
  return (kind) => used.flatMap((service) => service[kind] ?? []).join(" ");
}

/**
 * Policy of pages. Scripts run only from our own origin, or where the application itself wrote them into the
 * page (`scripts` are their hashes), and from services that the operator turned on; styles may be inline, since charts position their parts that way.
 * Pages may be framed only in a view that is made for it.
 */
export function contentSecurityPolicy({
  scripts,
  embeddable,
  integrations = noIntegrations,
}: {
  scripts: string;
  embeddable: boolean;
  integrations?: SiteIntegrations;
}): string {
  const others = sourcesOf(integrations);
  const from = (own: string, kind: SourceKind) => `${own} ${others(kind)}`.trim();
  return [
    "default-src 'self'",
    from(`script-src 'self' ${scripts}`.trim(), "scripts"),
    "style-src 'self' 'unsafe-inline'",
    from("img-src 'self' data: blob:", "images"),
    from("font-src 'self'", "fonts"),
    from("connect-src 'self'", "connections"),
    from("worker-src 'self'", "workers"),
    from("frame-src 'self'", "frames"),
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    embeddable ? "frame-ancestors *" : "frame-ancestors 'none'",
  ].join("; ");
}

/** Browsers reach the site over https alone, for this long after each visit. */
const HSTS = "max-age=31536000";

/** @param isHttps whether the public address is https, whatever the connection that a proxy makes */
export function securityHeaders({ isHttps }: { isHttps: boolean }): MiddlewareHandler {
  const shared = secureHeaders({
    // A page has a policy of its own.
    overwrite: false,
    contentSecurityPolicy: { frameAncestors: ["'none'"] },
    permissionsPolicy: { camera: [], geolocation: [], microphone: [], payment: [] },
    referrerPolicy: "strict-origin-when-cross-origin",
    strictTransportSecurity: isHttps && HSTS,
    xFrameOptions: "DENY",
    // Set below: charts and images may be shown on other sites.
    crossOriginResourcePolicy: false,
    // For browsers and plug-ins of the past.
    originAgentCluster: false,
    xDnsPrefetchControl: false,
    xDownloadOptions: false,
    xPermittedCrossDomainPolicies: false,
    xXssProtection: false,
  });
  return async (c, next) => {
    await shared(c, next);
    const { headers } = c.res;
    const isEmbed = headers.get("content-security-policy")?.includes("frame-ancestors *") === true;
    if (isEmbed) {
      headers.delete("x-frame-options");
      // Pages with an embedder policy only frame documents that have one too. All resources of an embed are same-origin.
      headers.set("cross-origin-embedder-policy", "require-corp");
    }
    if (isEmbed || isPublicResource(headers)) headers.set("cross-origin-resource-policy", "cross-origin");
  };
}

/** Whether it is a picture, font, style or script that is the same for everyone, and so may be loaded by any page. */
const isPublicResource = (headers: Headers): boolean =>
  headers.get("cache-control")?.startsWith("public") === true &&
  /^(image|font)\/|^text\/(css|javascript)\b/.test(headers.get("content-type") ?? "");
