import type { AnyRoute } from "@tanstack/react-router";
import { expect, it } from "vitest";
import { publicScreens } from "#domain/screens";
import { routeTree } from "../routeTree.gen";
import { isLazilyHydrated } from "./lazyRoutes";

const routes = Object.values(routeTree.children ?? {});
const lazy = routes.filter(isLazilyHydrated).map(({ options }) => String(Reflect.get(options, "path")));

it("every public screen is hydrated lazily, lists and profiles alike", () => {
  const paths = lazy.map((path) => path.replaceAll(/\$\w+/g, ":slug").replace(/(.)\/$/, "$1"));
  expect(paths.toSorted()).toEqual(publicScreens.map(({ path }) => path).toSorted());
});

it("nested routes are not, even with the relative path of a public screen", () => {
  const inner = routes.flatMap(({ children }) => Object.values<AnyRoute>(children ?? {}));
  expect(inner.map(({ options }) => Reflect.get(options, "path"))).toContain("/");
  expect(inner.filter(isLazilyHydrated)).toEqual([]);
});

it("restricted screens and forms are not", () => {
  expect(lazy).not.toContain("/settings");
  expect(lazy).not.toContain("/login");
  expect(lazy).not.toContain("/pools");
});
