/** Checks that the list of screens and the routes agree. */
import { type AnyRoute, createRouter } from "@tanstack/react-router";
import { expect, test } from "vitest";
import { screens } from "#domain/screens";
import { firmsWithPages, recordNames } from "#domain/vocabulary";
import { routeTree } from "./routeTree.gen";

/** Pages that no menu, search or sitemap lists. */
const unlisted = ["/login", "/auth/error", "/auth/verify", "/developer/ui", "/embed"];

/** Pages below that of data, which share a route. */
const dataParts = ["corrections", "import", "imports"];

const options: { routeTree: AnyRoute } = { routeTree };
const router = createRouter(options);
const routeAt = (path: string) => {
  const [, params, route] = router.getMatchedRoutes(path);
  return params["**"] === undefined ? route : undefined;
};
/** Paths of routes; a route for every kind of record has one path per kind. */
const routes = Object.entries(router.routesByPath).flatMap(([path, route]) =>
  (path.includes("/$records")
    ? recordNames.map((name) => path.replace("$records", name))
    : path.endsWith("/data/$part")
      ? dataParts.map((part) => path.replace("$part", part))
      : [path]
  )
    .map((address) => address.replaceAll(/\$\w+/g, ":slug"))
    .filter((address) => routeAt(address) === route),
);
const pathsWhere = (planned: boolean) =>
  screens.flatMap((screen) => (screen.path === null || screen.planned !== planned ? [] : [screen.path]));

test("every released screen has a route, and every route has a screen", () => {
  expect(pathsWhere(false).toSorted()).toEqual(routes.filter((path) => !unlisted.includes(path)).toSorted());
});

test.each(firmsWithPages)(
  "$resource have a list and profiles",
  ({ kind, resource, plural, pages: { badge, aliases } }) => {
    const [list, profile] = [`/${resource}`, `/${resource}/:slug`].map((path) =>
      screens.find((screen) => screen.path === path),
    );
    expect(list).toMatchObject({ label: plural, badge, aliases, list: { resource } });
    expect(profile?.profileOf).toBe(kind);
    expect(routes).toEqual(expect.arrayContaining([`/${resource}`, `/${resource}/:slug`]));
  },
);

test("planned screens have no route", () => {
  expect(pathsWhere(true).filter((path) => routes.includes(path))).toEqual([]);
});

test("screens are unique, and named unless entities name them", () => {
  const paths = screens.flatMap(({ path }) => path ?? []);
  expect(paths.filter((path, index) => paths.indexOf(path) !== index)).toEqual([]);
  expect(screens.filter(({ path, label }) => label === "" && !/:slug$|\*$/.test(path ?? ""))).toEqual([]);
});

test("a record path without a screen is not found", () => {
  for (const path of [
    "/admin/nothing",
    "/admin/nothing/1",
    "/admin/users/new/edit",
    "/admin/users/1/edit",
    "/admin/contact_requests/1/edit",
    "/admin/api_access_user_roles/1",
    "/admin/data/new",
    "/admin/api_access_roles/1/edit/more",
  ])
    expect([path, routeAt(path)?.fullPath]).toEqual([path, undefined]);
});
