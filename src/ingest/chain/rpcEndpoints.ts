/** Endpoints of nodes as operators configure them: `ethereum=https://node.example/key`. */

/** Slug of a network → its endpoints, in order of preference: URLs, with their roles as fragments, or `public`. */
export type RpcEndpoints = ReadonlyMap<string, readonly string[]>;

/**
 * What an endpoint is used for: ranges of final blocks, the newest blocks, or the state of contracts at earlier blocks. One
 * without a role is used for all.
 */
export const endpointRoles = ["history", "head", "archive"] as const;
export type EndpointRole = (typeof endpointRoles)[number];

/** Stands for the endpoints that are open to anyone. */
const PUBLIC = "public";
export const isPublic = (url: string): boolean => url === PUBLIC;

const rolesOf = (url: string): string[] =>
  isPublic(url)
    ? []
    : new URL(url).hash
        .replace("#", "")
        .split("+")
        .filter((role) => role !== "");

/** The endpoints that are used for a purpose. */
export const urlsOfRole = (urls: readonly string[], role: EndpointRole): string[] =>
  urls.filter((url) => {
    const roles = rolesOf(url);
    return roles.length === 0 || roles.includes(role);
  });

/** An endpoint without its path, query and user, which can contain a key. */
export const shownEndpoint = (url: string): string => (isPublic(url) ? PUBLIC : new URL(url).origin);

/** Slugs of assets whose tokens are read, or all. */
export type LedgerAssets = ReadonlySet<string> | "all";

/** Reads slugs separated by spaces, commas or lines; `all` is every asset of the catalog. */
export function parseLedgerAssets(setting: string): LedgerAssets {
  const slugs = setting
    .toLowerCase()
    .split(/[\s,]+/)
    .filter((slug) => slug !== "");
  return slugs.includes("all") ? "all" : new Set(slugs);
}

/**
 * Reads entries separated by spaces, commas or lines. Lines that begin with # are comments.
 * @throws Error naming the first invalid entry by its position, since an address can contain a key
 */
export function parseRpcEndpoints(setting: string): RpcEndpoints {
  const endpoints = new Map<string, string[]>();
  const entries = setting
    .replace(/^[ \t]*#.*$/gm, "")
    .split(/[\s,]+/)
    .filter((entry) => entry !== "");
  for (const [index, entry] of entries.entries()) {
    const [slug = "", ...rest] = entry.split("=");
    const url = rest.join("=");
    const fail = (reason: string) => new Error(`entry ${index + 1} ${reason}`);
    if (!/^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(slug)) {
      throw fail("does not begin with the slug of a network, as in ethereum=https://node.example");
    }
    const isUrl = url !== PUBLIC;
    if (isUrl && (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))) {
      throw fail(`has no http or https URL after ${slug}=`);
    }
    if (isUrl && rolesOf(url).some((role) => !endpointRoles.some((one) => one === role))) {
      throw fail(`has another role after # than ${endpointRoles.join(", ")}`);
    }
    const known = endpoints.get(slug) ?? [];
    if (known.includes(url)) throw fail(`repeats an endpoint of ${slug}`);
    endpoints.set(slug, [...known, url]);
  }
  return endpoints;
}
