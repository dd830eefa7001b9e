import { type AnyRoute, createRouter } from "@tanstack/react-router";
import { type PageLocation, STABLECOIN_PARAMETER } from "#domain";
import { routeTree } from "./routeTree.gen";

/** Longest part of a path that can name anything. */
const MAX_SEGMENT = 200;

/**
 * Finds the page of an address by the routes and what each reads of it (`validateSearch`), without rendering
 * or asking for data.
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
  // One order: what the server renders for an address, a browser has to render for it too.
  const tidy = stringifySearch({ ...read, ...others });
  const isEmbed = route.options.staticData?.isEmbeddable === true && read.embed === 1;
  if (!isEmbed) delete read.embed;
  const template: string[] = route.fullPath.split("/").filter((part: string) => part !== "");
  // Some routes read names in any case, and know one way to write them.
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

/** The parts of a path, each encoded in one way; null where one is malformed or can name nothing. */
function readSegments(pathname: string): string[] | null {
  try {
    const segments = pathname
      .split("/")
      .filter((part) => part !== "")
      .map((part) => decodeURIComponent(part));
    // Neither slugs nor names hold these; the router would write them in more than one way, or take them for its own.
    // A space at an end it would leave out.
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

/** What a route reads of an address. Routes read by functions: a schema would bring its library along. */
const validated = (validator: unknown, raw: Record<string, unknown>): object =>
  typeof validator === "function" ? validator({ ...raw }) : {};

let routes: ReturnType<typeof createRouter> | undefined;

/** Only ever asked about addresses: it has no context, and nothing is loaded with it. */
function router() {
  const options: { routeTree: AnyRoute } = { routeTree };
  routes ??= createRouter(options);
  return routes;
}
