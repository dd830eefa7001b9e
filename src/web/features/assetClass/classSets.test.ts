/** What the screens of classes and assets show first is told by data. Types hold its names; this holds the rest. */
import { describe, expect, test } from "vitest";
import { assetClasses } from "#domain";
import { assetChart, assetGroups, assetTiles } from "../asset/assetSet";
import { classGroups, classSet } from "./classSets";

describe.each(assetClasses.map(({ slug }) => slug))("the screen of %s", (slug) => {
  const { tiles, chart } = classSet(slug);

  test("starts with a chart that its pickers can make again", () => {
    expect(classGroups.map(String)).toContain(chart.group);
    expect(assetGroups.map(String)).toContain(assetChart(slug).group);
  });

  test("shows no tile twice, nor do its assets", () => {
    expect(tiles.filter((metric, index) => tiles.indexOf(metric) !== index)).toEqual([]);
    const ofAssets = assetTiles(slug);
    expect(ofAssets.filter((metric, index) => ofAssets.indexOf(metric) !== index)).toEqual([]);
  });
});
