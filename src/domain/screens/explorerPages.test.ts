import { expect, test } from "vitest";
import { pagePermission } from "./accessMatrix";
import { explorerFamilies, explorerNamed, explorerPage } from "./explorerPages";

const pathsOf = (base: string) =>
  explorerFamilies.find((one) => one.base === base)?.pages.map(({ name }) => name) ?? [];

test("every page of the specification explores the endpoint of its name", () => {
  expect(pathsOf("/tools/api/endpoint")).toEqual([
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
  ]);
  expect(pathsOf("/tools/api/v4").slice(0, 6)).toEqual([
    "platforms",
    "protocols",
    "asset_timeseries",
    "token_timeseries",
    "service_providers",
    "managers",
  ]);
  expect(explorerPage("/tools/api/endpoint", "issuers")?.endpoint).toBe("/issuers");
  expect(explorerPage("/tools/api/endpoint", "nonsense")).toBeUndefined();
  expect(explorerNamed("service_providers")).toBe("/tools/api/v4/service_providers");
  expect(explorerNamed("nonsense")).toBeNull();
});

test("pages under endpoint use version 3 for resources that it has, those of version 4 never", () => {
  const requestsOf = (base: string) =>
    Object.fromEntries(
      explorerFamilies
        .filter((one) => one.base === base)
        .flatMap(({ pages }) => pages.map(({ name, requestPath }) => [name, requestPath])),
    );
  expect(requestsOf("/tools/api/endpoint")).toEqual({
    protocols: "/api/v4/protocols",
    investments: "/api/v4/investments",
    issuers: "/api/v4/issuers",
    transactions: "/api/v4/transactions",
    assets: "/api/v4/assets",
    networks: "/api/v4/networks",
    tokens: "/api/v4/tokens",
    asset_timeseries: "/api/v3/assets/aggregates/timeseries",
    token_timeseries: "/api/v3/tokens/aggregates/timeseries",
    protocol_timeseries: "/api/v3/protocols/timeseries",
  });
  const ofVersion4 = requestsOf("/tools/api/v4");
  expect(ofVersion4).toMatchObject({
    asset_timeseries: "/api/v4/asset_timeseries",
    protocol_timeseries: "/api/v4/protocol_timeseries",
  });
  expect(Object.values(ofVersion4).filter((path) => !path.startsWith("/api/v4/"))).toEqual([]);
});

test("no page is listed twice, and all need the API", () => {
  const pages = explorerFamilies.flatMap(({ pages: some }) => some);
  expect(new Set(pages.map(({ path }) => path)).size).toBe(pages.length);
  expect(pages.filter(({ path }) => pagePermission(path) !== "api")).toEqual([]);
});
