import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type DateFormat, parseDate } from "./parseDate";

const parse = (text: string, format: DateFormat = "iso") => parseDate(text, { format, today: "2026-03-01" });
const day = (value: string) => ({ ok: true, value });

describe("parseDate", () => {
  it.each([
    ["2024-02-29", "2024-02-29"],
    [" 2024/01/31 ", "2024-01-31"],
    ["2024-01-31T23:30:00-05:00", "2024-02-01"],
    ["2024-02-01 00:30:00.123456+0100", "2024-01-31"],
    ["2024-01-31T00:00:00Z", "2024-01-31"],
    ["2024-01-31 12:00 UTC", "2024-01-31"],
    ["2026-03-01T23:59:59Z", "2026-03-01"],
    ["1970-01-01", "1970-01-01"],
    ["1953-04-01", "1953-04-01"],
    ["1900-01-01", "1900-01-01"],
    ["2024-01-31T24:00:00Z", "2024-02-01"],
    ["2024-01-31T12:00:00+14:00", "2024-01-30"],
    ["2024-01-31T12:00:00-1200", "2024-02-01"],
    ["2016-12-31T23:59:60Z", "2016-12-31"],
  ])("reads %s as %s", (text, expected) => {
    expect(parse(text)).toEqual(day(expected));
  });

  it.each([
    ["20240131", "YYYYMMDD", "2024-01-31"],
    ["31/1/2024", "DD/MM/YYYY", "2024-01-31"],
    ["1/31/2024", "MM/DD/YYYY", "2024-01-31"],
    ["31.01.2024", "DD.MM.YYYY", "2024-01-31"],
    ["1706659200", "unix_seconds", "2024-01-31"],
    ["-528000000", "unix_seconds", "1953-04-08"],
    ["1706659200000", "unix_milliseconds", "2024-01-31"],
  ] as const)("reads %s written %s as %s", (text, format, expected) => {
    expect(parse(text, format)).toEqual(day(expected));
  });

  it.each([
    ["", "missing"],
    ["2023-02-29", "not a calendar date"],
    ["2024-13-01", "not a calendar date"],
    ["2024-01-00", "not a calendar date"],
    ["2024-1-1", "not a date"],
    ["01/02/2024", "not a date"],
    ["1899-12-31", "before 1900"],
    ["0001-01-01", "before 1900"],
    ["2026-03-02", "in the future"],
    ["2024-01-01T25:00:00Z", "not a time"],
    ["2024-01-01T24:59", "not a time"],
    ["2024-01-01T24:00:01Z", "not a time"],
    ["2024-01-01T23:60:00Z", "not a time"],
    ["2024-01-01T12:30:60Z", "not a time"],
    ["2024-01-01T12:30:61Z", "not a time"],
    ["2024-01-01T12:00:00+99:99", "invalid UTC offset"],
    ["2024-01-01T12:00:00+14:01", "invalid UTC offset"],
    ["2024-01-01T12:00:00-12:30", "invalid UTC offset"],
    ["2024-01-01T12:00:00+05:60", "invalid UTC offset"],
    ["45292", "not a date"],
  ])("refuses %j: %s", (text, reason) => {
    expect(parse(text)).toMatchObject({ ok: false, reason: expect.stringContaining(reason) });
  });

  it("gives back every day it is given, and only real ones", () => {
    fc.assert(
      fc.property(fc.integer({ min: -25_567, max: 20_513 }), (days) => {
        const text = new Date(days * 86_400_000).toISOString();
        expect(parse(text.slice(0, 10))).toEqual(day(text.slice(0, 10)));
        expect(parse(text)).toEqual(day(text.slice(0, 10)));
      }),
    );
    fc.assert(
      fc.property(fc.string({ maxLength: 30 }), (text) => {
        const parsed = parse(text);
        if (parsed.ok) expect(new Date(parsed.value).toISOString().slice(0, 10)).toBe(parsed.value);
      }),
    );
  });
});
