/**
 * Permissions of callers. Reading a resource, opening a page and calling a procedure each require one;
 * `public` is granted to all callers, including anonymous visitors.
 */
import type { FeatureFlag, FeatureFlags } from "./featureFlags";

export const permissions = [
  "public",
  "signed_in",
  "downloads",
  "api",
  "charting",
  "team",
  "experimental",
  "admin",
] as const;
export type Permission = (typeof permissions)[number];

/** What each permission requires: the flag that grants it, and whether it needs an account. */
export const permissionGrants: Readonly<
  Record<Permission, { flag: FeatureFlag | null; needsAccount: boolean; doc: string }>
> = {
  public: { flag: null, needsAccount: false, doc: "Anyone." },
  signed_in: { flag: null, needsAccount: true, doc: "Anyone with an account." },
  downloads: {
    flag: "enable-data-downloads",
    needsAccount: true,
    doc: "Tables and time series as Excel, Parquet and JSON Lines files.",
  },
  api: { flag: "enable-api-keys", needsAccount: true, doc: "API keys and API tools." },
  charting: {
    flag: "enable-api-keys",
    needsAccount: false,
    doc: "Charts of any selection of assets and tokens.",
  },
  team: { flag: "enable-team-self-serve", needsAccount: true, doc: "Inviting and managing colleagues." },
  experimental: {
    flag: "enable-experimental-features",
    needsAccount: false,
    doc: "Issuers, asset managers, real estate, asset search, the jurisdiction explorer and internal tools.",
  },
  admin: { flag: "enable-admin-tools", needsAccount: true, doc: "Users, organizations and API access." },
};

/** The facts about a caller on which access depends. */
export interface Caller {
  /** Blank for an anonymous visitor. */
  id: string;
  features: Readonly<FeatureFlags>;
}

export type Access = "allowed" | "sign_in" | "forbidden";

/** Whether a caller has a permission; `sign_in` if an account is the first thing missing. */
export function accessTo(permission: Permission, { id, features }: Caller): Access {
  const { flag, needsAccount } = permissionGrants[permission];
  if ((flag === null || features[flag]) && !(needsAccount && id === "")) return "allowed";
  return id === "" ? "sign_in" : "forbidden";
}
