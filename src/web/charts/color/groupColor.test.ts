import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { network, view } from "../../../../tests/support/testSeries";
import { planChart } from "../plan/planChart";
import type { ChartGroup } from "../series/chartSeries";
import { type ColorChoice, dashOf, groupColor, inkFor, wordsOn } from "./groupColor";
import { darkInk, lightInk, pageInk, SLOTS } from "./palette";
import { colorDistance, contrast, linearRgb, oklab } from "./spreadColors";

const group = (id: number, color?: string): ChartGroup => ({
  type: "network",
  id,
  slug: `n${id}`,
  name: `N${id}`,
  color,
});
const slotOf = (choice: ColorChoice | undefined) =>
  typeof choice === "object" && "slot" in choice ? choice.slot : undefined;

/** Hue in OKLCH, in degrees. */
function hue(hex: string): number {
  const [, a, b] = oklab(linearRgb(hex));
  return (Math.atan2(b, a) * 180) / Math.PI;
}

test("a group has the same colour in every chart of more than a few series, whatever its rank and the other groups", () => {
  const series = Array.from({ length: 12 }, (_, at) =>
    network(`N${at}`, { "2026-01-01": at + 1 }, group(at * 7)),
  );
  const colors = (of: typeof series) =>
    new Map(planChart(of, view(), { maxGroups: 12 }).layers.map(({ name, color }) => [name, color]));
  const all = colors(series);
  for (const one of series) {
    const [alone] = planChart([one], view()).layers;
    expect(alone?.color).toEqual(all.get(one.group.name));
    expect(groupColor(one.group)).toEqual(all.get(one.group.name));
  }
  expect(colors(series.slice(3, 10).reverse()).get("N5")).toEqual(all.get("N5"));
});

test("seventy-two adjacent ids have distinct colours with contrast to the page", () => {
  // Ids without an assigned colour.
  const neighbours = Array.from({ length: 3 * SLOTS }, (_, at) => groupColor(group(200_001 + at)));
  for (const ink of [lightInk, darkInk]) {
    const shown = neighbours.map((choice) => inkFor(choice, ink));
    expect(new Set(shown).size).toBe(3 * SLOTS);
    shown.forEach((hex, at) => {
      expect(contrast(hex, ink.surface), hex).toBeGreaterThan(3);
      for (const other of [shown[at + SLOTS], shown[at + 2 * SLOTS]])
        if (other !== undefined) expect(colorDistance(hex, other), `${hex} ${other}`).toBeGreaterThan(0.05);
    });
  }
});

test("a catalog colour keeps its hue in both themes and has contrast to the page", () => {
  const rows = readFileSync(new URL("../../../../catalog/networks.jsonl", import.meta.url), "utf8")
    .trim()
    .split("\n")
    .map((line): { color: string } => JSON.parse(line));
  let own = 0;
  for (const { color } of rows) {
    const choice = groupColor(group(1, color));
    if (slotOf(choice) !== undefined) continue;
    own += 1;
    for (const ink of [lightInk, darkInk]) {
      const shown = inkFor(choice, ink);
      expect(contrast(shown, ink.surface), `${color} as ${shown}`).toBeGreaterThan(3);
      const hueDifference = Math.abs(hue(shown) - hue(color)) % 360;
      expect(Math.min(hueDifference, 360 - hueDifference), `${color} as ${shown}`).toBeLessThan(8);
    }
  }
  expect(own).toBeGreaterThan(60);
});

test("the page's ink has the colours of both themes in one value, equal to those of exported images", () => {
  const ink = (color: string) => {
    const choice = groupColor(group(1, color));
    return [lightInk, darkInk, pageInk].map((each) => inkFor(choice, each));
  };
  const [light, dark, page] = ink("#0033a0");
  expect(dark).not.toBe(light);
  expect(page).toBe(`light-dark(${light}, ${dark})`);
  expect(ink("#627eea")).toEqual(["#627eea", "#627eea", "#627eea"]);
});

test("an assigned colour precedes a catalog colour: Metis and HyperEVM are distinct", () => {
  const metis = { type: "network", id: 100042, slug: "metis", name: "Metis", color: "#00dacc" };
  expect(groupColor(metis)).toEqual({ slot: 10, shade: 1 });
  expect(groupColor({ ...metis, id: 100034 })).toEqual({ own: "#00dacc" });
});

test("black, white and invalid colours are replaced by one derived from the id", () => {
  for (const color of ["#000000", "#fffffe", 'red" onload="alert(1)', "var(--x)"])
    expect(groupColor(group(30, color))).toEqual({ slot: 30 % SLOTS, shade: 1 });
});

test("the others are grey, and adjacent legend entries have different dashes", () => {
  expect(groupColor({ type: "others", id: null, slug: null, name: "All Others (3 items)" })).toBe("others");
  expect(dashOf(0)).toEqual([]);
  expect(dashOf(1)).not.toEqual(dashOf(2));
});

test("text on a colour is dark or light, whichever is readable, in each theme", () => {
  const words = (color: string) => wordsOn(groupColor(group(1, color)), lightInk);
  expect(words("#f7c600")).toBe("#0f141c");
  expect(words("#0033a0")).toBe("#ffffff");
  for (let slot = 0; slot < SLOTS; slot += 1) {
    for (const ink of [lightInk, darkInk])
      expect(contrast(wordsOn({ slot }, ink), inkFor({ slot }, ink))).toBeGreaterThan(4.5);
  }
  expect(wordsOn("benchmark", pageInk)).toBe("light-dark(#ffffff, #0f141c)");
});

test("all real estate assets have distinct colours, whichever lead on a day", () => {
  const lines = readFileSync(
    new URL("../../../../catalog/assets/real-estate.jsonl", import.meta.url),
    "utf8",
  );
  const assets = lines
    .trim()
    .split("\n")
    .map((line): { id: number; slug: string; name: string } => JSON.parse(line));
  const colors = assets.map(({ id, slug, name }) => {
    const choice = groupColor({ type: "asset", id, slug, name });
    return { name, light: inkFor(choice, lightInk), dark: inkFor(choice, darkInk) };
  });
  const tooNear = colors.flatMap((one, at) =>
    colors.slice(0, at).flatMap((other) => {
      const apart = Math.min(colorDistance(one.light, other.light), colorDistance(one.dark, other.dark));
      return apart < 0.09 ? [`${one.name} and ${other.name}: ${apart.toFixed(3)}`] : [];
    }),
  );
  expect(assets.length).toBeGreaterThan(20);
  expect(tooNear).toEqual([]);
});
