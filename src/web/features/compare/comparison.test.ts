import { expect, test } from "vitest";
import { anonymousUser, type Caller } from "#domain";
import { comparedSearch, comparisonOf } from "./comparison";

const withApi: Caller = { id: "u1", features: { ...anonymousUser.features, "enable-api-keys": true } };
const assets = { resource: "assets" };
const networks = { resource: "networks", chartGroups: ["network", "none"] };
const tokensOfNetwork = { resource: "tokens", chartGroups: ["asset_class", "token"] };

test("whoever may open the charting screens compares there", () => {
  expect(comparisonOf(assets, withApi)).toMatchObject({ group: "asset", path: "/assets/timeseries" });
  expect(comparisonOf(networks, withApi)).toMatchObject({ group: "network", path: "/tokens/timeseries" });
  expect(comparisonOf(tokensOfNetwork, withApi)).toMatchObject({
    group: "token",
    path: "/tokens/timeseries",
  });
});

test("everybody else compares in the chart of the page, or in that of the overview", () => {
  expect(comparisonOf(networks, anonymousUser)).toMatchObject({ group: "network", path: "" });
  expect(comparisonOf({ resource: "issuers" }, anonymousUser)).toMatchObject({ group: "issuer", path: "/" });
  expect(comparisonOf(tokensOfNetwork, anonymousUser)).toEqual({ group: "token", path: "" });
});

test("rows without lines, and totals, are not compared", () => {
  expect(comparisonOf({ resource: "transactions" }, withApi)).toBeNull();
  expect(comparisonOf({ resource: "jurisdictions" }, withApi)).toBeNull();
  expect(comparisonOf({ ...assets, totals: { resource: "assets", by: "issuer" } }, withApi)).toBeNull();
});

test("the address names the lines and the scope of the page with the rows, by default with stablecoins", () => {
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
