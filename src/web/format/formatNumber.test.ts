import { describe, expect, test } from "vitest";
import {
  formatChange,
  formatDecimalText,
  formatExact,
  formatFigure,
  formatFull,
  formatShare,
} from "./formatNumber";

describe("formatFigure", () => {
  test.each([
    [1_234_567_890, "dollar", "$1.23B"],
    [999_999, "dollar", "$1.00M"],
    [-45_600_000, "dollar", "\u2212$45.60M"],
    [950_100, "dollar", "$950.10K"],
    [104.2, "dollar", "$104.20"],
    [1.0432, "dollar", "$1.04"],
    [1, "dollar", "$1.00"],
    [0, "dollar", "$0.00"],
    [-0.004, "dollar", "$0.00"],
    [-0.004, "percent", "0.00%"],
    [-0.006, "percent", "\u22120.01%"],
    [0.000123, "dollar", "<$0.01"],
    [4.25, "percent", "4.25%"],
    [999.994, "percent", "999.99%"],
    [999.996, "percent", "1,000%"],
    [16_684.2, "percent", "16,684%"],
    [-1_234_567.8, "percent", "\u22121,234,568%"],
    [45_210, "count", "45,210"],
    [1_240_000, "count", "1,240,000"],
    [12.5, "days", "12.5 d"],
    [729.9, "days", "729.9 d"],
    [8_113.8, "days", "22.2 years"],
    [0.1234, "index", "0.1234"],
    [1_500_000, "token", "1.50M"],
    [0.5, "token", "0.50"],
    [7, null, "7.00"],
  ] as const)("%s in %s is formatted as %s", (value, unit, text) => {
    expect(formatFigure(value, unit)).toBe(text);
  });

  test("uses the format of a metric", () => {
    expect(formatFigure(1.0432, "dollar", { notation: "full", decimals: 4 })).toBe("$1.0432");
    expect(formatFigure(4012.35, "dollar", { notation: "full", decimals: 4 })).toBe("$4,012.3500");
  });
});

test("in full, a figure has every digit before the point", () => {
  expect(formatFull(2_100_568_916.5452, "dollar")).toBe("$2,100,568,916.55");
  expect(formatFull(1_500_000.256, "token")).toBe("1,500,000.26");
});

test("shares have two decimals everywhere, and a small one is not rounded to zero", () => {
  expect([12.345, 100, 0.004, 0].map(formatShare)).toEqual(["12.35%", "100.00%", "<0.01%", "0.00%"]);
});

test("the exact value has all digits and its unit", () => {
  expect(formatExact(1_234_567_890.12, "dollar")).toBe("$1,234,567,890.12");
  expect(formatExact(4.2513, "percent")).toBe("4.2513%");
  expect(formatExact(1_500_000.25, "token")).toBe("1,500,000.25 tokens");
});

test("a change has a sign, unless it is rounded to zero", () => {
  expect(formatChange(3.214)).toEqual({ text: "+3.21%", direction: "up" });
  expect(formatChange(-0.4)).toEqual({ text: "\u22120.40%", direction: "down" });
  expect(formatChange(-0.001)).toEqual({ text: "0.00%", direction: "flat" });
  expect(formatChange(16_684.2).text).toBe("+16,684%");
  expect(formatChange(999_999).text).toBe("+999,999%");
  expect(formatChange(4_000_000)).toEqual({ text: ">+999,999%", direction: "up" });
  expect(formatChange(-4_000_000)).toEqual({ text: "<\u2212999,999%", direction: "down" });
  // Rounded from the value itself: 1.2349996 is 1.2350 with four decimals, and that would be 1.24.
  expect(formatChange(1.2349996).text).toBe("+1.23%");
  expect(formatChange(-0.00499999).text).toBe("0.00%");
});

test("exact decimals are grouped without conversion to a double", () => {
  expect(formatDecimalText("115792089237316195423570985008687907853")).toBe(
    "115,792,089,237,316,195,423,570,985,008,687,907,853",
  );
  expect(formatDecimalText("-1234.5000")).toBe("\u22121,234.5000");
  expect(formatDecimalText("n/a")).toBe("n/a");
});
