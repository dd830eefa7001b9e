import type { AnyRoute } from "@tanstack/react-router";
import { publicScreens } from "#domain";

const pathOf = (path: string) => path.replaceAll(/[:$][^/]+/g, ":slug").replace(/(.)\/$/, "$1");

const sleeping = new Set(publicScreens.map(({ path }) => pathOf(path ?? "")));

/**
 * Whether the page of a route is one that everybody may open: most who come read it, and are gone. Paths of routes
 * inside of others, such as the first of the settings, begin anew and are none of them.
 */
export function isSleeping({ options }: Pick<AnyRoute, "options">): boolean {
  const { path, getParentRoute } = options as { path?: unknown; getParentRoute?: () => AnyRoute };
  return typeof path === "string" && sleeping.has(pathOf(path)) && getParentRoute?.().isRoot === true;
}
