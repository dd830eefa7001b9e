/** Checks the class and asset settings beyond their types, which check the names. */
import { describe, expect, test } from "vitest";
import { assetClasses } from "#domain/vocabulary";
import { assetChart, assetGroups, assetTiles } from "../asset/assetSet";
import { classGroups, classSet } from "./classSets";

describe.each(assetClasses.map(({ slug }) => slug))("the screen of %s", (slug) => {
  const { tiles, chart } = classSet(slug);

  test("starts with a chart state that its pickers can produce", () => {
    expect(classGroups.map(String)).toContain(chart.group);
    expect(assetGroups.map(String)).toContain(assetChart(slug).group);
  });

  test("has distinct tiles, also on asset pages", () => {
    expect(tiles.filter((metric, index) => tiles.indexOf(metric) !== index)).toEqual([]);
    const ofAssets = assetTiles(slug);
    expect(ofAssets.filter((metric, index) => ofAssets.indexOf(metric) !== index)).toEqual([]);
  });
});
