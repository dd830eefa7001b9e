/**
 * The pages of the API explorer and their endpoints. The specification names them; version 4 has the other
 * lists and series as well. Pages under `endpoint` use version 3 for its resources.
 */
import { namedSeries } from "../api/namedSeries";
import { version3Endpoints } from "../api/version3";
import { resources } from "../resources/catalogue";

export interface ExplorerPage {
  /** Last part of the path of the page. */
  name: string;
  /** Path of the page. */
  path: string;
  /** Path of the endpoint of version 4 that answers. */
  endpoint: string;
  version: 3 | 4;
  /** Path on the site to which queries are sent. */
  requestPath: string;
}

export interface ExplorerFamily {
  /** Base path of its pages. */
  base: "/tools/api/endpoint" | "/tools/api/v4";
  pages: readonly ExplorerPage[];
}

const family = (
  base: ExplorerFamily["base"],
  endpoints: readonly (readonly [name: string, endpoint: string])[],
): ExplorerFamily => ({
  base,
  pages: endpoints.map(([name, endpoint]) => ({
    name,
    path: `${base}/${name}`,
    ...((base === "/tools/api/endpoint" ? inVersion3(name) : undefined) ?? inVersion4(endpoint)),
  })),
});

const inVersion4 = (endpoint: string) =>
  ({ endpoint, version: 4, requestPath: `/api/v4${endpoint}` }) as const;

function inVersion3(name: string) {
  const found = Object.entries(version3Endpoints).find(([, { explorer }]) => explorer === name);
  if (found === undefined) return undefined;
  const [path, { answeredBy: endpoint }] = found;
  return { endpoint, version: 3, requestPath: `/api/v3${path}` } as const;
}

const named = (...names: string[]) => names.map((name) => [name, `/${name}`] as const);

/** Those that clients of the product's older interface know. */
const common = named(
  "protocols",
  "investments",
  "issuers",
  "transactions",
  "assets",
  "networks",
  "tokens",
  "asset_timeseries",
  "token_timeseries",
  "protocol_timeseries",
);
const ofVersion4 = named(
  "platforms",
  "protocols",
  "asset_timeseries",
  "token_timeseries",
  "service_providers",
  "managers",
);
const inBoth = new Set(Object.values(version3Endpoints).map(({ explorer }) => explorer));
const listed = new Set<string>(
  [...common.filter(([name]) => !inBoth.has(name)), ...ofVersion4].map(([name]) => name),
);
const every = [...namedSeries.map(({ name }) => name), ...resources.map(({ slug }) => slug)];
const others = [
  ["asset_aggregates", "/assets/aggregates"] as const,
  ["token_aggregates", "/tokens/aggregates"] as const,
  ...named(...every.filter((name) => !listed.has(name))),
];

export const explorerFamilies: readonly ExplorerFamily[] = [
  family("/tools/api/endpoint", common),
  family("/tools/api/v4", [...ofVersion4, ...others]),
];

/** The page of a name within a family; undefined for none. */
export const explorerPage = (base: ExplorerFamily["base"], name: string): ExplorerPage | undefined =>
  explorerFamilies.find((one) => one.base === base)?.pages.find((page) => page.name === name);

/** Path of the page of a name in any family; null for none. */
export const explorerNamed = (name: string): string | null =>
  explorerFamilies.flatMap(({ pages }) => pages).find((page) => page.name === name)?.path ?? null;
