/** Endpoints of nodes as operators configure them: `ethereum=https://node.example/key`. */

/** Slug of a network → its endpoints, in order of preference. */
export type RpcEndpoints = ReadonlyMap<string, readonly string[]>;

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
 * Reads entries separated by spaces, commas or lines.
 * @throws Error naming the first invalid entry by its position, since an address can contain a key
 */
export function parseRpcEndpoints(setting: string): RpcEndpoints {
  const endpoints = new Map<string, string[]>();
  const entries = setting.split(/[\s,]+/).filter((entry) => entry !== "");
  for (const [index, entry] of entries.entries()) {
    const [slug = "", ...rest] = entry.split("=");
    const url = rest.join("=");
    const fail = (reason: string) => new Error(`entry ${index + 1} ${reason}`);
    if (!/^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(slug)) {
      throw fail("does not begin with the slug of a network, as in ethereum=https://node.example");
    }
    if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) {
      throw fail(`has no http or https URL after ${slug}=`);
    }
    const known = endpoints.get(slug) ?? [];
    if (known.includes(url)) throw fail(`repeats an endpoint of ${slug}`);
    endpoints.set(slug, [...known, url]);
  }
  return endpoints;
}
