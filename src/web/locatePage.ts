import { type AnyRoute, createRouter } from "@tanstack/react-router";
import { STABLECOIN_PARAMETER } from "#domain/people";
import type { PageLocation } from "#domain/site";
import { routeTree } from "./routeTree.gen";

/** Longest path segment that can be a name. */
const MAX_SEGMENT = 200;

/**
 * Finds the page of a URL by the routes and their parsers (`validateSearch`), without rendering or fetching.
 */
export function locatePage({ pathname, search }: { pathname: string; search: string }): PageLocation {
  const segments = readSegments(pathname);
  const match = segments === null ? null : routeOf(`/${segments.join("/")}`);
  if (segments === null || match === null) {
    return { path: pathname, search: "", isKnown: false, isEmbed: false };
  }
  const { route, branch, params } = match;
  const raw: Record<string, unknown> = router().options.parseSearch(search);
  const read: Record<string, unknown> = {};
  for (const one of branch) Object.assign(read, validated(one.options.validateSearch, raw));
  const { stringifySearch } = router().options;
  const others = Object.fromEntries(Object.entries(raw).filter(([name]) => !Object.hasOwn(read, name)));
  // A fixed order: server and browser must render the same for a URL.
  const tidy = stringifySearch({ ...read, ...others });
  const isEmbed = route.options.staticData?.isEmbeddable === true && read.embed === 1;
  if (!isEmbed) delete read.embed;
  const template: string[] = route.fullPath.split("/").filter((part: string) => part !== "");
  // Some routes accept names in any case, and define their canonical form.
  const names: Record<string, string> = { ...params, ...route.options.params?.parse?.(params) };
  const path = template
    .map((part) => (part.startsWith("$") ? encodeURIComponent(names[part.slice(1)] ?? "") : part))
    .join("/");
  return {
    path: `/${path}`,
    search: stringifySearch(read),
    tidySearch: tidy === stringifySearch(raw) ? undefined : tidy,
    isKnown: true,
    isEmbed,
    lacksStablecoinScope:
      route.options.staticData?.hasStablecoinScope === true && read[STABLECOIN_PARAMETER] === undefined,
  };
}

/** The segments of a path in canonical encoding; null if one is malformed or cannot be a name. */
function readSegments(pathname: string): string[] | null {
  try {
    const segments = pathname
      .split("/")
      .filter((part) => part !== "")
      .map((part) => decodeURIComponent(part));
    // Characters that slugs and names lack, and that the router would encode in several ways or treat as
    // syntax. It would trim spaces at the ends.
    const isOdd = (part: string) =>
      part.length > MAX_SEGMENT || /[\p{Cc}"#$%/<>?[\\\]^`{|}]|^\s|\s$/u.test(part);
    return segments.some(isOdd) ? null : segments.map(encodeURIComponent);
  } catch {
    return null;
  }
}

function routeOf(path: string) {
  const [branch, params, route] = router().getMatchedRoutes(path);
  return route === undefined || params["**"] !== undefined ? null : { route, branch, params };
}

/** The parsed search parameters of a route. Parsers are functions: a schema would add its library. */
const validated = (validator: unknown, raw: Record<string, unknown>): object =>
  typeof validator === "function" ? validator({ ...raw }) : {};

let routes: ReturnType<typeof createRouter> | undefined;

/** Only used for locating: it has no context and loads nothing. */
function router() {
  const options: { routeTree: AnyRoute } = { routeTree };
  routes ??= createRouter(options);
  return routes;
}
