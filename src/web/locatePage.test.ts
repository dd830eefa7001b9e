import { expect, test } from "vitest";
import { locatePage } from "./locatePage";

const locate = (address: string) => locatePage(new URL(`http://localhost${address}`));

test("unsupported parameters and the order of parameters do not change the page", () => {
  const page = locate("/networks?metric=price_dollar&range=1y");
  expect(page).toMatchObject({ path: "/networks", isKnown: true, isEmbed: false, tidySearch: undefined });
  for (const search of [
    "?metric=price_dollar&utm_source=x&range=1y",
    "?zz=1&range=1y&metric=price_dollar&h[]=2",
  ]) {
    expect(locate(`/networks${search}`).search).toBe(page.search);
  }
  expect(locate("/networks?range=1y&utm_source=x&metric=price_dollar").tidySearch).toBe(
    "?metric=price_dollar&range=1y&utm_source=x",
  );
});

test("only invalid values are removed from the URL", () => {
  expect(locate("/networks?range=never&zz=1")).toMatchObject({ search: "", tidySearch: "?zz=1" });
  expect(locate(`/networks?compare=${"a".repeat(5_000)}`)).toMatchObject({ search: "", tidySearch: "" });
});

test("a path has one canonical form", () => {
  for (const path of ["/NETWORKS", "/networks/", "//networks", "/%6eetworks"]) {
    expect(locate(path).path, path).toBe("/networks");
  }
  expect(locate("/assets/ousg").path).toBe("/assets/ousg");
  expect(locate("/Admin/API_access_roles/1/EDIT").path).toBe("/admin/api_access_roles/1/edit");
});

test("a path without a route is not found, however long or malformed it is", () => {
  for (const path of [
    "/random",
    "/_serverFn/x",
    `/assets/${"a".repeat(5_000)}`,
    "/%ff",
    "/%00",
    "/assets/%2e%2e%2fx",
    "/assets/ousg%20",
    "/assets/%c2%a0ousg",
    "/assets/$slug",
    "/admin/$records",
    "/admin/%24records/new",
  ]) {
    expect(locate(path).isKnown, path.slice(0, 30)).toBe(false);
  }
});

test("only pages with this option have an embedded view", () => {
  for (const path of [
    "/",
    "/networks",
    "/stablecoins",
    "/assets/ousg",
    "/networks/ethereum",
    "/platforms/ondo",
  ]) {
    expect(locate(`${path}?embed=1`), path).toMatchObject({ isEmbed: true });
  }
  for (const path of [
    "/platforms",
    "/settings",
    "/login",
    "/tokens",
    "/transactions",
    "/settings/api-keys",
  ]) {
    expect(locate(`${path}?embed=1`), path).toMatchObject({ isEmbed: false, search: "" });
  }
});
