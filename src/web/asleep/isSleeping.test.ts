import type { AnyRoute } from "@tanstack/react-router";
import { expect, it } from "vitest";
import { publicScreens } from "#domain";
import { routeTree } from "../routeTree.gen";
import { isSleeping } from "./isSleeping";

const routes = Object.values(routeTree.children ?? {});
const sleeping = routes.filter(isSleeping).map(({ options }) => String(Reflect.get(options, "path")));

it("has the page of every screen sleep that everybody may open, lists and profiles alike", () => {
  const paths = sleeping.map((path) => path.replace(/\$\w+/, ":slug").replace(/(.)\/$/, "$1"));
  expect(paths.toSorted()).toEqual(publicScreens.map(({ path }) => path).toSorted());
});

it("lets no page inside of another sleep, whose path is that of a public one", () => {
  const inner = routes.flatMap(({ children }) => Object.values<AnyRoute>(children ?? {}));
  expect(inner.map(({ options }) => Reflect.get(options, "path"))).toContain("/");
  expect(inner.filter(isSleeping)).toEqual([]);
});

it("lets no page sleep that is for some, or a form", () => {
  expect(sleeping).not.toContain("/settings");
  expect(sleeping).not.toContain("/login");
  expect(sleeping).not.toContain("/pools");
});
