import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { darkInk, lightInk, SLOTS } from "./palette";
import { contrast, linearRgb, oklab, type Rgb } from "./spreadColors";

const css = readFileSync(new URL("../chartTokens.css", import.meta.url), "utf8");

test("the style sheet and exported images have the same colours", () => {
  for (let slot = 0; slot < SLOTS; slot++) {
    expect(css).toContain(
      `--chart-${slot + 1}: light-dark(${lightInk.palette[slot]}, ${darkInk.palette[slot]});`,
    );
  }
  expect(css).toContain(`--chart-others: light-dark(${lightInk.others}, ${darkInk.others});`);
});

/**
 * Machado, Oliveira and Fernandes 2009, severity 1: linear RGB as perceived with each type of colour vision.
 */
const sights: Record<string, readonly [Rgb, Rgb, Rgb]> = {
  normal: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  "red-blind": [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  "green-blind": [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  "blue-blind": [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
};

const seen = (hex: string, sight: readonly [Rgb, Rgb, Rgb]): Rgb => {
  const [r, g, b] = linearRgb(hex);
  const [red, green, blue] = sight.map(([x, y, z]) => Math.min(1, Math.max(0, x * r + y * g + z * b)));
  return oklab([red ?? 0, green ?? 0, blue ?? 0]);
};

/** Smallest distance between any two colours. */
function nearestOf(colors: readonly Rgb[]): number {
  let nearest = 1;
  colors.forEach(([l1, a1, b1], index) => {
    for (const [l2, a2, b2] of colors.slice(0, index))
      nearest = Math.min(nearest, Math.hypot(l1 - l2, a1 - a2, b1 - b2));
  });
  return nearest;
}

describe.each([
  ["light", lightInk],
  ["dark", darkInk],
] as const)("the %s palette", (_, ink) => {
  test.each(Object.entries(sights))("is distinguishable with %s vision", (name, sight) => {
    const colors = ink.palette.map((hex) => seen(hex, sight));
    expect(nearestOf(colors)).toBeGreaterThan(name === "normal" ? 0.065 : 0.034);
    expect(nearestOf(colors.slice(0, 12))).toBeGreaterThan(name === "normal" ? 0.11 : 0.06);
  });

  test("has contrast to its page", () => {
    for (const hex of [...ink.palette, ink.others]) expect(contrast(hex, ink.surface)).toBeGreaterThan(3);
  });
});

test("each colour has the same hue in both themes", () => {
  lightInk.palette.forEach((light, slot) => {
    const hues = [light, darkInk.palette[slot] ?? ""].map((hex) => {
      const [, a, b] = oklab(linearRgb(hex));
      return (Math.atan2(b, a) * 180) / Math.PI;
    });
    const hueDifference = Math.abs((hues[0] ?? 0) - (hues[1] ?? 0));
    expect(Math.min(hueDifference, 360 - hueDifference), light).toBeLessThan(4);
  });
});
