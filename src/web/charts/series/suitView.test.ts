import { expect, test } from "vitest";
import { network, view, yieldToMaturity } from "../../../../tests/support/testSeries";
import { alignSeries } from "./alignSeries";
import { suitView } from "./suitView";

const suit = (series: Parameters<typeof alignSeries>[0], change: Parameters<typeof view>[0]) =>
  suitView(alignSeries(series, "day"), view(change));

test("a logarithmic scale omits a few zero and negative values and says so", () => {
  const points = { "2026-01-29": 4, "2026-01-30": 5, "2026-01-31": 0 };
  const one = suit([network("Base", points)], { mode: "lines", scale: "log" });
  expect(one.view.scale).toBe("log");
  expect(one.notices).toEqual([
    "A logarithmic scale cannot show zero or negative values: 1 value is omitted (Base is $0.00 on 31 Jan 2026).",
  ]);
  const two = suit([network("Base", points), network("Ink", { ...points, "2026-01-31": -2 })], {
    mode: "lines",
    scale: "log",
  });
  expect(two.notices).toEqual([expect.stringContaining("2 values are omitted")]);
});

test("areas of mixed sign have a notice that their top is not the total", () => {
  const stack = (below: number, change = {}) =>
    suit([network("Base", { "2026-01-31": 5 }), network("Ink", { "2026-01-31": below })], {
      mode: "stacked",
      ...change,
    }).notices;
  expect(stack(-1)).toEqual([
    "Negative values are stacked below zero, so the top of the stack is not the total.",
  ]);
  expect(stack(1)).toEqual([]);
  expect(stack(-1, { mode: "lines" })).toEqual([]);
});

test("a logarithmic scale is rejected if half of the values are zero or negative", () => {
  const { view: suited, notices } = suit([network("Base", { "2026-01-30": 5, "2026-01-31": 0 })], {
    mode: "lines",
    scale: "log",
  });
  expect(suited.scale).toBe("linear");
  expect(notices).toEqual([
    "A logarithmic scale cannot show zero or negative values, and Base is $0.00 on 31 Jan 2026. A linear scale is shown instead.",
  ]);
});

test("a logarithmic scale allows gaps but no stacks", () => {
  const { view: suited, notices } = suit([network("Base", { "2026-01-30": 5, "2026-01-31": null })], {
    mode: "stacked",
    scale: "log",
  });
  expect(suited).toMatchObject({ scale: "log", mode: "lines" });
  expect(notices).toEqual(["Values cannot be stacked on a logarithmic scale, so the chart shows lines."]);
});

test("yields have no shares and no stack", () => {
  const rates = ["A", "B"].map((name) => network(name, { "2026-01-01": 4.5 }, { measure: yieldToMaturity }));
  const { view: suited, notices } = suit(rates, { percent: true });
  expect(suited).toMatchObject({ percent: false, mode: "lines" });
  expect(notices).toHaveLength(2);
});

test("a negative value of the latest day is not a part", () => {
  const flows = (newest: number) =>
    suit([network("Base", { "2026-01-30": -5, "2026-01-31": newest })], { mode: "pie" });
  expect(flows(-1)).toMatchObject({
    view: { mode: "bars" },
    notices: ["Negative values cannot be shown as parts, so the chart shows bars."],
  });
  expect(flows(1)).toMatchObject({ view: { mode: "pie" }, notices: [] });
});

test("a valid view is unchanged", () => {
  expect(suit([network("Base", { "2026-01-01": 1 })], { percent: true })).toEqual({
    view: view({ percent: true }),
    notices: [],
  });
});
