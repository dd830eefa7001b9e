/**
 * The permission matrix (specification, section 6): what each page and each
 * procedure needs, and each kind of file. What a resource needs stands in its
 * description, what a page needs in the list of screens. The server enforces it.
 */
import type { Permission } from "./permissions";
import type { SplitResource } from "./resources/splits";
import { pagePath } from "./screens/pagePath";
import { screens } from "./screens/screens";

/** Path (`*` stands for the rest) → what it needs, from the list of screens. Paths that are not named are public. */
export const pagePermissions: Readonly<Record<string, Permission>> = Object.fromEntries(
  screens.flatMap(({ path, permission }) =>
    path === null || permission === "public" ? [] : [[path, permission]],
  ),
);

/**
 * Procedure (`*` stands for the rest) → what it needs. A procedure that is not
 * named is refused to everybody, so that forgetting it opens nothing.
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
  // Of an organization, changing them needs the role of an owner or admin.
  "watches.*": "signed_in",
  "organizations.*": "signed_in",
  "team.*": "team",
  "team.get": "signed_in",
  "team.leave": "signed_in",
  "apiKeys.*": "api",
  "spreadsheetLinks.*": "api",
  // What a kind of record needs beside that stands in its description.
  "records.*": "admin",
  "access.*": "admin",
  "administration.*": "admin",
  "imports.*": "admin",
  "administration.stopViewingAs": "signed_in",
  // Checks by itself that the request comes from the machine of an installation without an administrator.
  "administration.openAllFeatures": "public",
};

/** What an installation that requires sign-in (REQUIRE_SIGN_IN) leaves open to visitors without an account. */
export const proceduresOfSignIn: ReadonlySet<string> = new Set(["users.getProfile", "analytics.track"]);

const pagesOfSignIn: ReadonlySet<string> = new Set(["/login", "/auth/verify", "/auth/error"]);

export const isPageOfSignIn = (path: string): boolean => pagesOfSignIn.has(pagePath(path));

/**
 * Whether an administrator may call a procedure while they look at the product as somebody else: they see the
 * pages, change nothing but to stop, and do not take the file of the person's data with them.
 */
export const isAllowedToViewers = (procedure: string, type: string): boolean =>
  procedure === "administration.stopViewingAs" ||
  (type !== "mutation" && procedure !== "userSettings.exportAccount");

/**
 * Totals over a resource, now (`aggregates`) and over time (`series`) → what they need, as the pages that show
 * them: those over tokens are on the pages of classes and networks, which everybody may open; those over assets are
 * on `/assets/aggregates` and `/assets/timeseries` alone.
 */
export const totalsPermissions = {
  assets: { aggregates: "experimental", series: "charting" },
  tokens: { aggregates: "public", series: "public" },
} as const satisfies Record<string, Record<"aggregates" | "series", Permission>>;

/** Whether everybody may read the series of a resource, without a key: pools and loans are closed as a whole. */
export const isOpenSeries = (resource: SplitResource): boolean =>
  (resource === "assets" || resource === "tokens") && totalsPermissions[resource].series === "public";

/**
 * Format of a file that pages offer → what it needs beside what its rows need (docs/decisions/0008).
 * A format that is not named needs what the most of them need.
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

/** What opening a page needs, by its path without query. */
export const pagePermission = (path: string): Permission =>
  find(profilePermissions, pagePath(path), "/") ?? "public";

/** `pagePermissions` with the profiles of entities (`/issuers/:slug`) as patterns (`/issuers/*`). */
const profilePermissions: Readonly<Record<string, Permission>> = Object.fromEntries(
  Object.entries(pagePermissions).map(([path, permission]) => [path.replace(/\/:slug$/, "/*"), permission]),
);

/** What calling a procedure (`users.getProfile`) needs; null where it is not in the matrix. */
export const procedurePermission = (name: string): Permission | null => find(procedurePermissions, name, ".");
