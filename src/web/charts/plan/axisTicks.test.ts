import { describe, expect, test } from "vitest";
import { dateAxis, formatAxisValues, valueAxis } from "./axisTicks";

describe("formatAxisValues", () => {
  test.each([
    ["dollar", [0, 500_000_000, 1_000_000_000, 1_500_000_000], ["$0", "$500M", "$1B", "$1.5B"]],
    ["dollar", [1.0025, 1.005, 1.0075], ["$1.0025", "$1.005", "$1.0075"]],
    ["dollar", [-20_000, 0], ["\u2212$20K", "$0"]],
    ["token", [0, 1_200_000], ["0", "1.2M"]],
    ["percent", [0, 2.5, 5], ["0%", "2.5%", "5%"]],
    ["count", [0, 1_000, 2_000], ["0", "1K", "2K"]],
    ["days", [0, 30, 60], ["0 d", "30 d", "60 d"]],
    ["index", [0.05, 0.1], ["0.05", "0.1"]],
  ] as const)("%s: %j", (unit, values, labels) => {
    expect(formatAxisValues(values, unit)).toEqual(labels);
  });

  test("rounding errors of the last digits are not shown", () => {
    expect(formatAxisValues([0.1 + 0.2, 0.6], "percent")).toEqual(["0.3%", "0.6%"]);
  });
});

const labels = (axis: { ticks: { label: string }[] }) => axis.ticks.map(({ label }) => label);

describe("valueAxis", () => {
  test("starts at zero for areas and ends shortly after the last value", () => {
    const axis = valueAxis({ extent: [0, 15.5e9], unit: "dollar", fromZero: true });
    expect(axis.min).toBe(0);
    expect(axis.max).toBeCloseTo(15.5e9 * 1.06, -3);
    expect(labels(axis)).toEqual(["$0", "$5B", "$10B", "$15B"]);
  });

  test("does not start at zero for lines that are close together", () => {
    const axis = valueAxis({ extent: [1.01, 1.05], unit: "dollar", fromZero: false });
    expect(axis.min).toBeGreaterThan(1);
    expect(labels(axis)).toEqual(["$1.01", "$1.02", "$1.03", "$1.04", "$1.05"]);
  });

  test("includes values below zero", () => {
    expect(valueAxis({ extent: [-8, 12], unit: "percent", fromZero: true }).min).toBeLessThanOrEqual(-8);
  });

  test("is drawn for one value, for zeros and without values", () => {
    for (const extent of [[5, 5], [0, 0], undefined] as const) {
      const axis = valueAxis({ extent, unit: "count", fromZero: false });
      expect(axis.max).toBeGreaterThan(axis.min);
      expect(axis.ticks.length).toBeGreaterThan(1);
    }
  });

  test("has powers of ten on a logarithmic scale", () => {
    expect(labels(valueAxis({ extent: [2e6, 8e9], unit: "dollar", log: true, fromZero: false }))).toEqual([
      "$1M",
      "$10M",
      "$100M",
      "$1B",
      "$10B",
    ]);
    expect(labels(valueAxis({ extent: [120, 900], unit: "count", log: true, fromZero: false }))).toEqual([
      "100",
      "200",
      "500",
      "1K",
    ]);
  });
});

describe("dateAxis", () => {
  const days = (from: number, count: number) =>
    Array.from({ length: count }, (_, index) => from + index * 86_400_000);

  test("labels a year of days on the first of the month", () => {
    const axis = dateAxis({
      times: days(Date.UTC(2025, 6, 10), 365),
      interval: "day",
      fillsPeriod: false,
      room: 6,
    });
    expect(labels(axis)).toEqual(["Oct 2025", "Jan 2026", "Apr", "Jul"]);
  });

  test.each([
    // Two years have a round date each quarter: every second one fits on a phone, and January is among them.
    [4, ["Jul 2025", "Jan 2026", "Jul"]],
    [9, ["Jan 2025", "Apr", "Jul", "Oct", "Jan 2026", "Apr", "Jul", "Oct"]],
  ])("has no more labels than fit, with space for %i", (room, expected) => {
    const axis = dateAxis({
      times: days(Date.UTC(2024, 10, 20), 731),
      interval: "day",
      fillsPeriod: false,
      room,
    });
    expect(labels(axis)).toEqual(expected);
  });

  test("has no label that the edge would cut off, also on a phone", () => {
    const axis = dateAxis({
      times: days(Date.UTC(2025, 11, 25), 330),
      interval: "day",
      fillsPeriod: false,
      room: 4,
    });
    expect(labels(axis)).toEqual(["Apr 2026", "Jul", "Oct"]);
  });

  test("labels months at their positions, counted back from the latest", () => {
    const ends = [0, 1, 2, 3, 4, 5].map((month) => Date.UTC(2026, month + 1, 0));
    const axis = dateAxis({ times: ends, interval: "month", fillsPeriod: true, room: 3 });
    expect(axis.ticks.map(({ value }) => value)).toEqual([ends[1], ends[3], ends[5]]);
    expect(labels(axis)).toEqual(["Feb 2026", "Apr", "Jun"]);
  });

  test("has a margin of half a bar at either end", () => {
    const times = days(Date.UTC(2026, 0, 1), 3);
    const axis = dateAxis({ times, interval: "day", fillsPeriod: true, room: 9 });
    expect([axis.min, axis.max]).toEqual([Date.UTC(2025, 11, 31, 12), Date.UTC(2026, 0, 3, 12)]);
  });
});
