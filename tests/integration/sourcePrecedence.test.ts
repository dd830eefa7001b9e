import { expect, it } from "vitest";
import { metricOfSlug } from "#domain/metrics";
import { indexCatalog } from "#domain/resources";
import { asset, catalogOf, network } from "../../src/ingest/testSupport/catalogBuilder";
import { readConfiguration } from "../../src/server/configuration/configuration";
import {
  parsePrecedence,
  resolvePrecedence,
  subjectOf,
} from "../../src/server/configuration/sourcePrecedence";

const PRICE = metricOfSlug("price_dollar").id;
const NAV = metricOfSlug("net_asset_value_dollar").id;
const catalog = indexCatalog(
  catalogOf({
    networks: [network(1, "ethereum")],
    assets: [
      asset(101, "alpha", { asset_class: "treasuries" }),
      asset(102, "beta", { asset_class: "stablecoins" }),
      asset(103, "gamma", { asset_class: "treasuries" }),
    ],
    tokens: [],
  }),
);

it("reads rules for metrics, classes and assets, and orders them from the most specific to the general one", () => {
  const { rules, problems } = parsePrecedence(
    "issuer, files; metric=Price_Dollar: vendor; class=treasury metric=net_asset_value_dollar: issuer,vendor; class=stablecoins: files; asset=beta:vendor; metric=price_dollar asset=gamma: issuer;",
  );
  expect(problems).toEqual([]);
  expect(rules.map(subjectOf)).toEqual([
    "",
    "metric=price_dollar",
    "class=treasuries metric=net_asset_value_dollar",
    "class=stablecoins",
    "asset=beta",
    "asset=gamma metric=price_dollar",
  ]);
  expect(resolvePrecedence(rules, catalog)).toEqual([
    { scope: "asset and metric", metricId: PRICE, assetIds: [103], providers: ["issuer"] },
    { scope: "asset", metricId: null, assetIds: [102], providers: ["vendor"] },
    { scope: "class and metric", metricId: NAV, assetIds: [101, 103], providers: ["issuer", "vendor"] },
    { scope: "class", metricId: null, assetIds: [102], providers: [""] },
    { scope: "metric", metricId: PRICE, assetIds: null, providers: ["vendor"] },
    { scope: "all", metricId: null, assetIds: null, providers: ["issuer", ""] },
  ]);
});

it.each([
  [
    "metric=prise_dollar: issuer",
    'names the metric "prise_dollar", which does not exist (did you mean price_dollar',
  ],
  [
    "class=treasurys: issuer",
    'names the asset class "treasurys", which does not exist (did you mean treasuries?)',
  ],
  ["class=treasuries asset=alpha: issuer", "names a class and an asset"],
  ["network=ethereum: issuer", 'includes "network=ethereum", which is not metric=…, class=… or asset=…'],
  ["price_dollar: issuer", 'includes "price_dollar", which is not metric=…, class=… or asset=…'],
  ["metric=price_dollar metric=apy: issuer", "names two of metric"],
  ["metric=price_dollar:", 'names no source for "metric=price_dollar"'],
  ["metric=price_dollar: the issuer", 'includes "the issuer", which is not a source name'],
  ["metric=price_dollar: issuer; metric=price_dollar: vendor", 'has two rules for "metric=price_dollar"'],
  ["issuer; vendor", "has two rules for every figure"],
])("rejects %s", (setting, problem) => {
  expect(() => readConfiguration({ SOURCE_PRECEDENCE: setting }, "/")).toThrow(
    `SOURCE_PRECEDENCE: ${problem}`,
  );
});

it("names the assets that the catalog does not have", () => {
  const { rules } = parsePrecedence(
    "asset=alphaa: issuer; asset=nothing-like-it metric=price_dollar: issuer",
  );
  expect(() => resolvePrecedence(rules, catalog)).toThrow(
    /SOURCE_PRECEDENCE: names the asset "alphaa", which is not in the catalog \(did you mean alpha\?\)\n {2}SOURCE_PRECEDENCE: names the asset "nothing-like-it", which is not in the catalog\n/,
  );
});
