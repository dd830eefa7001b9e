/** What pages show first is named in data: every name must mean something. */
import { describe, expect, test } from "vitest";
import { assetClasses, fieldByName, groupingByName, metricByName, resourceByName } from "#domain";
import { assetFacts } from "../asset/assetFacts";
import { assetChart, assetGroups, assetTiles, deploymentMetrics } from "../asset/assetSet";
import { classGroups, classSet } from "../assetClass/classSets";
import { type ChartDefaults, NO_GROUP } from "../chartView/chartSearch";
import {
  networkAssetColumns,
  networkChart,
  networkClassColumns,
  networkFacts,
  networkGroups,
  networkListColumns,
  networksChart,
  networksGroups,
  networkTiles,
} from "../network/networkSet";
import {
  classColumns,
  overviewChart,
  overviewGroups,
  overviewTiles,
  rankingMetric,
} from "../overview/overviewSet";
import { type ListName, listDescription, listSets } from "./listSets";

const listNames = Object.keys(listSets) as ListName[];
const slugs = assetClasses.map((known) => known.slug);

const unknownMetrics = (names: readonly string[]) =>
  names.filter((name) => metricByName(name)?.slug !== name);

function unknownColumns(resourceSlug: string, columns: readonly string[]) {
  const resource = resourceByName(resourceSlug);
  return columns.filter(
    (name) =>
      resource === undefined ||
      (fieldByName(resource, name)?.exposed !== true &&
        (resource.metricsOf === null || metricByName(name)?.slug !== name)),
  );
}

const unknownGroups = (groups: readonly string[]) =>
  groups.filter((group) => group !== NO_GROUP && groupingByName(group)?.name !== group);

const isDrawable = ({ metric, group }: ChartDefaults, groups: readonly string[]) =>
  metricByName(metric)?.slug === metric && groups.includes(group);

describe.each(slugs)("the page of %s", (slug) => {
  const set = classSet(slug);

  test("names metrics and columns that exist", () => {
    expect(unknownMetrics([...set.tiles, set.breakdown])).toEqual([]);
    expect(unknownColumns("assets", set.columns)).toEqual([]);
    expect(unknownMetrics(assetTiles(slug))).toEqual([]);
  });

  test("starts with a chart that can be drawn", () => {
    expect(isDrawable(set.chart, classGroups)).toBe(true);
    expect(isDrawable(assetChart(slug), assetGroups)).toBe(true);
  });

  test("shows no tile twice", () => {
    expect(new Set(assetTiles(slug)).size).toBe(assetTiles(slug).length);
    expect(new Set(set.tiles).size).toBe(set.tiles.length);
  });
});

describe.each(Object.entries(listSets))("the list of %s", (_, set) => {
  test("names a resource and columns that exist", () => {
    expect(resourceByName(set.resource)?.slug).toBe(set.resource);
    expect(unknownColumns(set.resource, set.columns)).toEqual([]);
  });

  test("can be searched, as its page offers", () => {
    const { searchFields = [], addressFields = [] } = resourceByName(set.resource) ?? {};
    expect(searchFields).not.toEqual([]);
    expect(unknownColumns(set.resource, [...searchFields, ...addressFields])).toEqual([]);
  });
});

test.each(listNames)("the page of %s is described to readers, without names of the API", (name) => {
  expect(listDescription(name)).toMatch(/^[A-Z][^`_]+\.$/);
});

test("the overview names metrics, groupings and classes that exist", () => {
  expect(
    unknownMetrics([...overviewTiles.map((tile) => tile.metric), ...classColumns, rankingMetric]),
  ).toEqual([]);
  expect(isDrawable(overviewChart, overviewGroups)).toBe(true);
});

test("the network pages name metrics, columns and groupings that exist", () => {
  expect(unknownMetrics([...networkTiles, ...networkClassColumns])).toEqual([]);
  expect(unknownColumns("networks", [...networkListColumns, ...networkFacts])).toEqual([]);
  expect(unknownColumns("tokens", networkAssetColumns)).toEqual([]);
  expect(isDrawable(networkChart, networkGroups)).toBe(true);
  expect(isDrawable(networksChart, networksGroups)).toBe(true);
});

test("an asset page names fields and metrics that exist", () => {
  expect(unknownColumns("assets", assetFacts)).toEqual([]);
  expect(unknownColumns("tokens", deploymentMetrics)).toEqual([]);
});

test("every grouping on offer is described", () => {
  expect(
    unknownGroups([...classGroups, ...assetGroups, ...networkGroups, ...networksGroups, ...overviewGroups]),
  ).toEqual([]);
});
