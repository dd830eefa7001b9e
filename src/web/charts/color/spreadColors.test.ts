import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { network, view, yieldToMaturity } from "../../../../tests/support/testSeries";
import { planChart } from "../plan/planChart";
import { BENCHMARK_TYPE } from "../series/chartSeries";
import { type ColorChoice, groupColor } from "./groupColor";
import { apart, deltaE, FEW_SERIES, LEAST_DELTA_E, type Rgb, spreadColors } from "./spreadColors";

test.each<[Rgb, Rgb, number]>([
  [[50, 2.6772, -79.7751], [50, 0, -82.7485], 2.0425],
  [[50, 2.5, 0], [50, 0, -2.5], 4.3065],
  [[50, 2.5, 0], [73, 25, -18], 27.1492],
  [[60.2574, -34.0099, 36.2677], [60.4626, -34.1751, 39.4387], 1.2644],
  [[22.7233, 20.0904, -46.694], [23.0331, 14.973, -42.5619], 2.0373],
  [[90.8027, -2.0831, 1.441], [91.1528, -1.6435, 0.0447], 1.4441],
  [[2.0776, 0.0795, -1.135], [0.9033, -0.0636, -0.5514], 0.9082],
])("the distance of %j and %j equals that of Sharma, Wu and Dalal (2005)", (a, b, expected) => {
  expect(deltaE(a, b)).toBeCloseTo(expected, 4);
  expect(deltaE(b, a)).toBeCloseTo(expected, 4);
});

const read = (kind: string) =>
  readFileSync(new URL(`../../../../catalog/${kind}.jsonl`, import.meta.url), "utf8")
    .trim()
    .split("\n")
    .map((line): { id: number; slug: string; name: string; color?: string } => JSON.parse(line));

const nearest = (colors: readonly ColorChoice[]) =>
  Math.min(...colors.flatMap((one, at) => colors.slice(0, at).map((other) => apart(one, other))));

test.each(["platforms", "networks"])(
  "any few %s of the catalog have distinct colours, with and without others",
  (kind) => {
    const type = kind.slice(0, -1);
    const colors = read(kind).map((row) => groupColor({ type, ...row }));
    for (let size = 2; size <= FEW_SERIES; size += 1) {
      for (let start = 0; start < colors.length; start += 5) {
        // Steps of every length, to combine adjacent and distant ids.
        const few = Array.from(
          { length: size },
          (_, at) => colors[(start + at * (1 + (start % 17))) % colors.length] ?? "others",
        );
        const withRest: ColorChoice[] = [...few.slice(1), "others"];
        expect(nearest(spreadColors(few)), `${kind} ${start} ${size}`).toBeGreaterThanOrEqual(LEAST_DELTA_E);
        expect(nearest(spreadColors(withRest))).toBeGreaterThanOrEqual(LEAST_DELTA_E);
      }
    }
  },
);

test("the first colour and all sufficiently distant ones are kept, and many series keep theirs", () => {
  const near: ColorChoice[] = [{ own: "#8a4fbf" }, { own: "#8a3fc4" }, { own: "#d9a420" }];
  const [first, second, third] = spreadColors(near);
  expect([first, third]).toEqual([near[0], near[2]]);
  expect(second).not.toEqual(near[1]);
  const many = [...near, ...near, ...near];
  expect(spreadColors(many)).toBe(many);
});

test("two compared platforms of nearly the same purple, a benchmark and a second metric have distinct colours", () => {
  const purple = (name: string, color: string) =>
    network(name, { "2026-01-01": 1 }, { color, measure: yieldToMaturity });
  const { layers } = planChart(
    [
      purple("Ondo", "#8a4fbf"),
      purple("Securitize", "#8a3fc4"),
      { ...purple("Market", ""), group: { type: BENCHMARK_TYPE, id: null, slug: null, name: "Market" } },
      network("All", { "2026-01-01": 3 }),
    ],
    view({ mode: "lines" }),
    { second: "bridged_token_value_dollar" },
  );
  expect(layers.map(({ name }) => name)).toEqual(["Ondo", "Securitize", "Market", "Value (left axis)"]);
  expect(nearest(layers.map(({ color }) => color))).toBeGreaterThanOrEqual(LEAST_DELTA_E);
});
