import type { AnyRoute } from "@tanstack/react-router";
import { publicScreens } from "#domain";

const pathOf = (path: string) => path.replaceAll(/[:$][^/]+/g, ":slug").replace(/(.)\/$/, "$1");

const sleeping = new Set(publicScreens.map(({ path }) => pathOf(path ?? "")));

/** Whether the page of a route is one that everybody may open: most who come read it, and are gone. */
export function isSleeping({ options }: Pick<AnyRoute, "options">): boolean {
  const path: unknown = Reflect.get(options, "path");
  return typeof path === "string" && sleeping.has(pathOf(path));
}
