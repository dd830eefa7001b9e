import { expect, test } from "vitest";
import { anonymousUser } from "#domain/people";
import type { Caller } from "#domain/vocabulary";
import { comparedSearch, comparisonOf } from "./comparison";

const withApi: Caller = { id: "u1", features: { ...anonymousUser.features, "enable-api-keys": true } };
const assets = { resource: "assets" };
const networks = { resource: "networks", chartGroups: ["network", "none"] };
const tokensOfNetwork = { resource: "tokens", chartGroups: ["asset_class", "token"] };

test("visitors with access to the charting screens compare there", () => {
  expect(comparisonOf(assets, withApi)).toMatchObject({ group: "asset", path: "/assets/timeseries" });
  expect(comparisonOf(networks, withApi)).toMatchObject({ group: "network", path: "/tokens/timeseries" });
  expect(comparisonOf(tokensOfNetwork, withApi)).toMatchObject({
    group: "token",
    path: "/tokens/timeseries",
  });
});

test("other visitors compare in the chart of the page or of the overview", () => {
  expect(comparisonOf(networks, anonymousUser)).toMatchObject({ group: "network", path: "" });
  expect(comparisonOf({ resource: "issuers" }, anonymousUser)).toMatchObject({ group: "issuer", path: "/" });
  expect(comparisonOf(tokensOfNetwork, anonymousUser)).toEqual({ group: "token", path: "" });
});

test("rows without series, and totals, cannot be compared", () => {
  expect(comparisonOf({ resource: "transactions" }, withApi)).toBeNull();
  expect(comparisonOf({ resource: "jurisdictions" }, withApi)).toBeNull();
  expect(comparisonOf({ ...assets, totals: { resource: "assets", by: "issuer" } }, withApi)).toBeNull();
});

test("the URL names the compared groups and the stablecoin scope of the page, by default with stablecoins", () => {
  const [there, overview] = [comparisonOf(assets, withApi), comparisonOf(assets, anonymousUser)];
  if (there === null || overview === null) throw new Error("assets can be compared");
  const shown = { group: "asset", mode: "lines", compare: "usdc,ousg" };
  const slugs = ["usdc", "ousg"];
  const all = { ...shown, stablecoins: "with" };
  expect(comparedSearch(there, "nav_dollar", slugs, undefined)).toEqual({ ...all, metric: "nav_dollar" });
  expect(comparedSearch(overview, null, slugs, undefined)).toEqual(all);
  expect(comparedSearch(there, null, slugs, "without")).toEqual({ ...shown, stablecoins: "without" });
  expect(comparedSearch({ group: "asset", path: "" }, null, slugs, "without")).toEqual(shown);
});
