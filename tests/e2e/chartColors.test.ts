/** Differences between colours in the same chart of a public page. */
import { describe, expect, inject, it } from "vitest";
import { inkFor } from "../../src/web/charts/color/groupColor";
import { darkInk, lightInk, pageInk } from "../../src/web/charts/color/palette";
import { colorDistance } from "../../src/web/charts/color/spreadColors";
import { readShippedCatalog } from "../bench/sampleMarket";
import { publicPages } from "../support/publicPages";

const site = inject("productUrl");

/** In OKLab, where black and white are 1 apart. */
const LEAST = 0.09;
/**
 * Networks have their brand colours, which may be closer to each other and to the grey of the rest: Plume and Kava
 * are 0.05 apart.
 */
const LEAST_OF_NETWORKS = 0.045;

const others = `light-dark(${lightInk.others}, ${darkInk.others})`;
const written = new Map([
  ...pageInk.palette.map(
    (name, slot) => [name, `light-dark(${lightInk.palette[slot]}, ${darkInk.palette[slot]})`] as const,
  ),
  [pageInk.others, others],
]);

/** Entries of the legends of a page: names, and colours as `light-dark(#rrggbb, #rrggbb)`, of areas and of lines. */
const legendsOf = (html: string): { name: string; color: string }[][] =>
  [...html.matchAll(/<ul class="chart-legend".*?<\/ul>/gs)].map(([legend]) =>
    [...legend.matchAll(/<li>.*?(?:background:|stroke=")([^"]*)".*?chart-legend-name">([^<]*)/gs)].map(
      ([, color = "", name = ""]) => ({ name, color: written.get(color) ?? color }),
    ),
  );

/** A colour that suits both themes is written once. */
function inBothThemes(color: string): readonly string[] {
  const [light, dark = light] = color.match(/#[0-9a-f]{6}/gi) ?? [];
  return light === undefined || dark === undefined ? [] : [light, dark];
}

/** The smaller distance of two colours over both themes. */
function apart(a: string, b: string): number {
  const ofB = inBothThemes(b);
  return Math.min(...inBothThemes(a).map((hex, theme) => colorDistance(hex, ofB[theme] ?? hex)));
}

describe.skipIf(inject("browserMissing") !== "")("colours of one chart", () => {
  it.each([...publicPages.map(({ path }) => path), "/assets/usdc"])(
    "of %s are distinguishable",
    async (path) => {
      const { networks } = await readShippedCatalog();
      const ofNetworks = new Set(networks.map(({ color }) => inkFor({ own: color.toLowerCase() }, pageInk)));
      const legends = legendsOf(await (await fetch(site + path)).text());
      const tooNear = legends.flatMap((legend) =>
        legend.flatMap((a, at) =>
          legend.slice(0, at).flatMap((b) => {
            const areNetworks = [a, b].every(({ color }) => ofNetworks.has(color) || color === others);
            const distance = apart(a.color, b.color);
            return distance < (areNetworks ? LEAST_OF_NETWORKS : LEAST)
              ? [`${a.name} and ${b.name}: ${distance.toFixed(3)}`]
              : [];
          }),
        ),
      );
      expect(tooNear).toEqual([]);
    },
  );

  it.each([
    ["/treasuries", [5]],
    ["/stocks", [5, 4]],
  ])("of %s are measured: each of its charts has more than a few", async (path, moreThan) => {
    const html = await (await fetch(site + path)).text();
    const legends = legendsOf(html);
    expect(legends.flat()).toHaveLength(html.split("chart-legend-name").length - 1);
    expect(legends).toHaveLength(moreThan.length);
    for (const [at, legend] of legends.entries()) {
      expect(legend.length).toBeGreaterThan(moreThan[at] ?? 0);
      for (const { color } of legend) expect(inBothThemes(color)).toHaveLength(2);
    }
  });
});
