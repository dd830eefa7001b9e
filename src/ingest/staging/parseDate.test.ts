import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { DateFormat } from "#domain/files";
import { disprovesOrder, parseDate } from "./parseDate";

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
    ["2024-01-31T24:00:00Z", "2024-01-31"],
    ["2024-01-31T24:00:00-05:00", "2024-02-01"],
    ["2024-01-31 23:30:00-05", "2024-02-01"],
    ["2024-01-31 12:00:00+00", "2024-01-31"],
    ["2024-01-31 00:30:00.5 +01", "2024-01-30"],
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
    ["2024-02", "YYYY-MM", "2024-02-29"],
    ["2024/12", "YYYY-MM", "2024-12-31"],
    ["202302", "YYYY-MM", "2023-02-28"],
    ["2024M01", "YYYY-MM", "2024-01-31"],
    ["2024-Q1", "YYYY-Qn", "2024-03-31"],
    ["2024Q4", "YYYY-Qn", "2024-12-31"],
    ["q2 2024", "YYYY-Qn", "2024-06-30"],
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
  ])("rejects %j: %s", (text, reason) => {
    expect(parse(text)).toMatchObject({ ok: false, reason: expect.stringContaining(reason) });
  });

  it("reads a month or quarter as its first day where that is declared", () => {
    const first = (text: string, format: DateFormat) =>
      parseDate(text, { format, periodDay: "first", today: "2026-03-01" });
    expect(first("2024-02", "YYYY-MM")).toEqual(day("2024-02-01"));
    expect(first("Q4 2024", "YYYY-Qn")).toEqual(day("2024-10-01"));
    expect(first("2026-03", "YYYY-MM")).toEqual(day("2026-03-01"));
  });

  it.each([
    ["2024-13", "YYYY-MM", "not a calendar date"],
    ["2024-Q5", "YYYY-Qn", "not a quarter"],
    ["2024-01-31", "YYYY-MM", "not a month"],
    ["2026-03", "YYYY-MM", "in the future"],
    ["2024-02", "iso", 'declare "dateFormat": "YYYY-MM"'],
    ["2024-Q1", "iso", 'declare "dateFormat": "YYYY-Qn"'],
    [
      "1/31/2024",
      "iso",
      'a spreadsheet may have rewritten it; declare "dateFormat": "DD/MM/YYYY" or "MM/DD/YYYY"',
    ],
    ["31.01.2024", "iso", 'declare "dateFormat": "DD.MM.YYYY"'],
  ] as const)("rejects %j written %s: %s", (text, format, reason) => {
    expect(parse(text, format)).toMatchObject({ ok: false, reason: expect.stringContaining(reason) });
  });

  it("knows dates that are valid only in the other order of day and month", () => {
    expect(disprovesOrder("01/31/2024", "DD/MM/YYYY")).toBe(true);
    expect(disprovesOrder("31/01/2024", "MM/DD/YYYY")).toBe(true);
    expect(disprovesOrder("01.31.2024", "DD.MM.YYYY")).toBe(true);
    for (const text of ["01/02/2024", "31/01/2024", "32/13/2024", "31/31/2024", "2024-31-01", ""]) {
      expect(disprovesOrder(text, "DD/MM/YYYY")).toBe(false);
    }
    expect(disprovesOrder("2024-31-01", "iso")).toBe(false);
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
