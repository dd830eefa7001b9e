/**
 * The permission matrix (specification, section 6): the permission of each page, procedure and file format.
 * Permissions of resources are part of their descriptions, those of pages part of the list of screens. The
 * server enforces it.
 */

import type { SplitResource } from "../resources/splits";
import type { Permission } from "../vocabulary/permissions";
import { screens } from "./screens";

/** Path (`*` matches any rest) → permission, from the list of screens. Unlisted paths are public. */
export const pagePermissions: Readonly<Record<string, Permission>> = Object.fromEntries(
  screens.flatMap(({ path, permission }) =>
    path === null || permission === "public" ? [] : [[path, permission]],
  ),
);

/**
 * Procedure (`*` matches any rest) → permission. Unlisted procedures are rejected for every caller, so an
 * omission exposes nothing.
 */
export const procedurePermissions: Readonly<Record<string, Permission>> = {
  "market.*": "public",
  "search.*": "public",
  "reference.*": "public",
  "explorer.*": "api",
  "analytics.track": "public",
  "contact.send": "public",
  "users.getProfile": "public",
  "users.updateName": "signed_in",
  "userSettings.*": "signed_in",
  "plan.get": "signed_in",
  "watchlist.*": "signed_in",
  "savedViews.*": "signed_in",
  // Changes for an organization also require the role of owner or admin.
  "watches.*": "signed_in",
  "organizations.*": "signed_in",
  "team.*": "team",
  "team.get": "signed_in",
  "team.leave": "signed_in",
  "apiKeys.*": "api",
  "spreadsheetLinks.*": "api",
  // The description of each kind of record can require more.
  "records.*": "admin",
  "access.*": "admin",
  "administration.*": "admin",
  "imports.*": "admin",
  "administration.stopViewingAs": "signed_in",
  // Checks itself that the request comes from the machine of an installation without an administrator.
  "administration.openAllFeatures": "public",
};

/**
 * A path in the one way in which screens are listed: doubled and final slashes and capital letters lead routers
 * to the same page, so they make no difference here. Its parts are not encoded.
 */
export const pagePath = (path: string): string =>
  `/${path
    .split("/")
    .filter((part) => part !== "")
    .map((part) => decode(part).toLowerCase())
    .join("/")}`;

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/**
 * Procedures open to visitors without an account where the installation requires sign-in (REQUIRE_SIGN_IN).
 */
export const proceduresOfSignIn: ReadonlySet<string> = new Set(["users.getProfile", "analytics.track"]);

const pagesOfSignIn: ReadonlySet<string> = new Set(["/login", "/auth/verify", "/auth/error"]);

export const isPageOfSignIn = (path: string): boolean => pagesOfSignIn.has(pagePath(path));

/**
 * Whether an administrator can call a procedure while viewing the product as another user: they can read
 * pages and stop viewing, but change nothing else and cannot download the user's data.
 */
export const isAllowedToViewers = (procedure: string, type: string): boolean =>
  procedure === "administration.stopViewingAs" ||
  (type !== "mutation" && procedure !== "userSettings.exportAccount");

/**
 * Totals over a resource, latest (`aggregates`) and over time (`series`) → permission, the same as for the
 * pages that show them: totals over tokens are on the public pages of classes and networks; totals over
 * assets only on `/assets/aggregates` and `/assets/timeseries`.
 */
export const totalsPermissions = {
  assets: { aggregates: "experimental", series: "charting" },
  tokens: { aggregates: "public", series: "public" },
} as const satisfies Record<string, Record<"aggregates" | "series", Permission>>;

/** Whether the series of a resource are public without a key. Pools and loans are closed as a whole. */
export const isOpenSeries = (resource: SplitResource): boolean =>
  (resource === "assets" || resource === "tokens") && totalsPermissions[resource].series === "public";

/**
 * File format → permission in addition to that of the rows (docs/decisions/0008). Unlisted formats require
 * the most common one.
 */
export const filePermissions: Readonly<Record<string, Permission>> = {
  csv: "public",
  xlsx: "downloads",
  parquet: "downloads",
  ndjson: "downloads",
};

export const filePermission = (format: string): Permission => filePermissions[format] ?? "downloads";

function find(
  rules: Readonly<Record<string, Permission>>,
  name: string,
  separator: string,
): Permission | null {
  const exact = rules[name];
  if (exact !== undefined) return exact;
  const parts = name.split(separator);
  for (let length = parts.length - 1; length > 0; length -= 1) {
    const found = rules[[...parts.slice(0, length), "*"].join(separator)];
    if (found !== undefined) return found;
  }
  return null;
}

/** The permission for opening a page, by its path without query. */
export const pagePermission = (path: string): Permission =>
  find(profilePermissions, pagePath(path), "/") ?? "public";

/** `pagePermissions` with the profiles of entities (`/issuers/:slug`) as patterns (`/issuers/*`). */
const profilePermissions: Readonly<Record<string, Permission>> = Object.fromEntries(
  Object.entries(pagePermissions).map(([path, permission]) => [path.replace(/\/:slug$/, "/*"), permission]),
);

/** The permission for calling a procedure (`users.getProfile`); null if it is not in the matrix. */
export const procedurePermission = (name: string): Permission | null => find(procedurePermissions, name, ".");
