/** Headers of every response. */
import type { MiddlewareHandler } from "hono";
import { secureHeaders } from "hono/secure-headers";
import { noIntegrations, type SiteIntegrations } from "#domain/site";

/** Sources that each service's own documentation requires. */
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
 * Policy of pages. Scripts run only from our own origin, from services that the operator enabled, or inline
 * if the application wrote them (`scripts` are their hashes). Inline styles are allowed, since charts
 * position their parts with them. Only embeddable pages can be framed.
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

/** Browsers use only https for this long after each visit. */
const HSTS = "max-age=31536000";

/** @param isHttps whether the public URL is https, whatever the connection from a proxy */
export function securityHeaders({ isHttps }: { isHttps: boolean }): MiddlewareHandler {
  const shared = secureHeaders({
    // Pages have their own policy.
    overwrite: false,
    contentSecurityPolicy: { frameAncestors: ["'none'"] },
    permissionsPolicy: { camera: [], geolocation: [], microphone: [], payment: [] },
    referrerPolicy: "strict-origin-when-cross-origin",
    strictTransportSecurity: isHttps && HSTS,
    xFrameOptions: "DENY",
    // Set below: charts and images can be shown on other sites.
    crossOriginResourcePolicy: false,
    // Only for old browsers and plug-ins.
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
      // Pages with an embedder policy can only frame documents that have one too. All resources of an embed
      // are same-origin.
      headers.set("cross-origin-embedder-policy", "require-corp");
    }
    if (isEmbed || isPublicResource(headers)) headers.set("cross-origin-resource-policy", "cross-origin");
  };
}

/** Whether the response is a public image, font, style or script, which any site may load. */
const isPublicResource = (headers: Headers): boolean =>
  headers.get("cache-control")?.startsWith("public") === true &&
  /^(image|font)\/|^text\/(css|javascript)\b/.test(headers.get("content-type") ?? "");
