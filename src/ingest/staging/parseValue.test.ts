import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Metric, metricByName } from "#domain/metrics";
import { type NumberFormat, parseValue, plainNumbers } from "./parseValue";

const parse = (text: string, format: Partial<NumberFormat> = {}, metric = "price_dollar") =>
  parseValue(text, { metric: metricByName(metric) as Metric, format: { ...plainNumbers, ...format } });
const value = (n: number | null) => ({ ok: true, value: n });
const refused = (reason: string) => ({
  ok: false,
  kind: expect.any(String),
  reason: expect.stringContaining(reason),
});

describe("parseValue", () => {
  it.each([
    ["1", 1],
    ["  1.5 ", 1.5],
    [".5", 0.5],
    ["5.", 5],
    ["+3", 3],
    ["1e3", 1000],
    ["2.5E-3", 0.0025],
    ["-0", 0],
    ["1e24", 1e24],
    ["", null],
    ["   ", null],
  ])("reads %j as %s", (text, expected) => {
    expect(parse(text)).toEqual(value(expected));
  });

  it.each([
    ["NaN", "not a number"],
    ["-Infinity", "not a number"],
    ["1e30", "1e30 is implausible"],
    ["1e999", "1e999 is implausible"],
    ["-1", "negative; price_dollar cannot be"],
    ["1,000", "thousands separators"],
    ["1 000 000", "thousands separators"],
    ["1'000.5", "thousands separators"],
    ["1,5", "decimal comma"],
    ["5%", "percent sign"],
    ["0x10", "not a number"],
    ["1_000", "thousands separators"],
    ["$5", 'a currency: declare it in the mapping ("currency": "$")'],
    ["5 EUR", '"currency": "EUR"'],
    ["-€5", '"currency": "€"'],
    ["1.5M", 'a magnitude: declare it in the mapping ("magnitudes": true)'],
    ["n.a.", 'declare the mark in the mapping ("missing")'],
    ["N/A", 'declare the mark in the mapping ("missing")'],
    ["NaN", 'declare the mark in the mapping ("missing")'],
    ["1.2.3", "not a number"],
    ["12e", "not a number"],
    ["true", "not a number"],
  ])("rejects %j: %s", (text, reason) => {
    expect(parse(text)).toEqual(refused(reason));
  });

  it("names the thousands separators of a number with a decimal comma", () => {
    expect(parse("1.234.567,50", { decimal: "," })).toEqual(
      refused('declare them in the mapping ("thousands"'),
    );
    expect(parse("1.234.567", { decimal: "," })).toEqual(refused("thousands separators"));
    expect(parse("1.25", { decimal: "," })).toEqual(refused("has a decimal point"));
  });

  it("reads declared formats", () => {
    expect(parse("1.234.567,5", { decimal: ",", thousands: "." })).toEqual(value(1234567.5));
    expect(parse("1,234,567.5", { thousands: "," })).toEqual(value(1234567.5));
    expect(parse("1\u202f234", { thousands: " " })).toEqual(value(1234));
    expect(parse("5,25 %", { decimal: ",", percentSign: true })).toEqual(value(5.25));
    expect(parse("0.05", { scale: 100 })).toEqual(value(5));
    expect(parse("1,23,456", { thousands: "," })).toEqual(refused("not a number"));
    expect(parse("1.5", { decimal: "," })).toEqual(
      refused("a decimal point, but the decimal sign is a comma"),
    );
  });

  it("reads declared currencies, magnitudes and marks of missing values", () => {
    const dollars = { currency: "$", thousands: "," } as const;
    expect(parse("$1,234.50", dollars)).toEqual(value(1234.5));
    expect(parse("$ 5", dollars)).toEqual(value(5));
    expect(parse("5 $", dollars)).toEqual(value(5));
    expect(parse("5", dollars)).toEqual(value(5));
    expect(parse("-$5", dollars, "apy_7_day_percent")).toEqual(value(-5));
    expect(parse("EUR 1.234,5", { currency: "EUR", thousands: ".", decimal: "," })).toEqual(value(1234.5));
    expect(parse("€5", dollars)).toEqual(refused('"currency": "€"'));
    expect(parse("$", dollars)).toEqual(refused("not a number"));

    const magnitudes = { magnitudes: true };
    expect(parse("1.5M", magnitudes)).toEqual(value(1_500_000));
    expect(parse("1.1 bn", magnitudes)).toEqual(value(1_100_000_000));
    expect(parse("2k", magnitudes)).toEqual(value(2000));
    expect(parse("0.29T", magnitudes)).toEqual(value(290_000_000_000));
    expect(parse("12", magnitudes)).toEqual(value(12));
    expect(parse("$1.5M", { ...magnitudes, ...dollars })).toEqual(value(1_500_000));
    expect(parse("1,5 Mn", { ...magnitudes, decimal: "," })).toEqual(value(1_500_000));
    for (const text of ["M", "1.5X", "1e3M", "1M2"])
      expect(parse(text, magnitudes)).toEqual(refused("not a number"));

    const missing = { missing: [".", "N/A", "ND", "null"] };
    for (const text of [".", " N/A ", "ND", "null"]) expect(parse(text, missing)).toEqual(value(null));
    expect(parse("n/a", missing)).toEqual(refused("not a number"));
  });

  it("suggests missing declarations only", () => {
    expect(parse("0,15%", { percentSign: true })).toEqual(refused("a decimal comma"));
    expect(parse("0,15%", { percentSign: true, decimal: "," })).toEqual(value(0.15));
    expect(parse("$1,000", { currency: "$" })).toEqual(refused("thousands separators"));
    expect(parse("0,15%", { decimal: "," })).toEqual(refused("a percent sign"));
  });

  it("lets a yield be negative, and a share be no more than everything", () => {
    expect(parse("-0.4", {}, "apy_7_day_percent")).toEqual(value(-0.4));
    expect(parse("101", {}, "top_10_holders_share_percent")).toEqual(refused("above 100"));
    expect(parse("1.2", {}, "holder_concentration_hhi")).toEqual(refused("above 1"));
  });

  it("takes the bounds from the description of the metric", () => {
    const metric = { ...(metricByName("price_dollar") as Metric), least: -5, most: 5 };
    const read = (text: string) => parseValue(text, { metric, format: plainNumbers });
    expect([read("-5"), read("5")]).toEqual([value(-5), value(5)]);
    expect(read("-5.1")).toEqual(refused("below -5, the minimum of price_dollar"));
    expect(read("5.1")).toEqual(refused("above 5, the maximum of price_dollar"));
  });

  it("gives back every number as it is printed", () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 1e24, noNaN: true }), (n) => {
        expect(parse(String(n))).toEqual(value(n === 0 ? 0 : n));
      }),
    );
    fc.assert(
      fc.property(fc.string(), (text) => {
        const parsed = parse(text);
        if (parsed.ok && parsed.value !== null) expect(Number(text)).toBe(parsed.value);
      }),
    );
  });
});
