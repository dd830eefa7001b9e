import { expect, test } from "vitest";
import { pagePermission } from "../accessMatrix";
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

test("no page is listed twice, and all need the API", () => {
  const pages = explorerFamilies.flatMap(({ pages: some }) => some);
  expect(new Set(pages.map(({ path }) => path)).size).toBe(pages.length);
  expect(pages.filter(({ path }) => pagePermission(path) !== "api")).toEqual([]);
});
