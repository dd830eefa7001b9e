import { expect, test } from "vitest";
import { addressShape, isFile } from "./addressShape";
import { Frontier } from "./frontier";

const url = (address: string) => new URL(address, "http://localhost:3000");

test.each([
  ["/assets/usdc", "/assets/:slug"],
  ["/assets/timeseries", "/assets/timeseries"],
  ["/assets/usdc?range=1y&group=network", "/assets/:slug?group&range"],
  ["/assets?columns=a&columns=b", "/assets?columns"],
  ["/admin/api_access_roles/7/edit", "/admin/api_access_roles/:slug/edit"],
  ["/admin/api_access_roles/new", "/admin/api_access_roles/new"],
  ["/login", "/login"],
])("%s has the shape %s", (address, shape) => {
  expect(addressShape(url(address))).toBe(shape);
});

test("files are distinguished from pages", () => {
  const files = ["/export/assets.csv?query=1", "/api/v4/openapi.json", "/social.png"];
  expect([...files, "/docs/assets", "/"].filter((address) => isFile(url(address)))).toEqual(files);
});

test("a frontier has each URL once, each shape up to its limit, and queries last", () => {
  const frontier = new Frontier({ samples: 2, views: 1 });
  frontier.start(url("/"));
  for (const address of [
    "/",
    "/assets/a",
    "/assets/a",
    "/assets/b",
    "/assets/c",
    "/?range=1y",
    "/?range=7d",
  ]) {
    frontier.offer(url(address), "/");
  }
  const found = Array.from({ length: frontier.size }, () => frontier.next());
  expect(found).toEqual([
    { address: "/", shape: "/", from: null, isFirst: true },
    { address: "/assets/a", shape: "/assets/:slug", from: "/", isFirst: true },
    { address: "/assets/b", shape: "/assets/:slug", from: "/", isFirst: false },
    { address: "/?range=1y", shape: "/?range", from: "/", isFirst: true },
  ]);
  expect(frontier.next()).toBeUndefined();
});

test("start URLs do not count against a limit", () => {
  const frontier = new Frontier({ samples: 1, views: 1 });
  for (const slug of ["assets", "tokens"]) frontier.start(url(`/docs/${slug}`));
  expect(frontier.size).toBe(2);
});
