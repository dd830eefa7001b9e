import { expect, test } from "vitest";
import { datePart, formatDate, formatInstant, formatPartialDate } from "./formatDate";

test("dates and times are the same in every time zone", () => {
  expect(formatDate("2026-01-31")).toBe("31 Jan 2026");
  expect(formatInstant("2026-01-31T23:30:00.000Z")).toBe("31 Jan 2026, 23:30 UTC");
});

test("an invalid date is unchanged", () => {
  expect(formatDate("soon")).toBe("soon");
});

test("every date and time is formatted in British English, with three letters for each month", () => {
  const standard = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat("en-GB", { ...options, year: "numeric", timeZone: "UTC" });
  const day = standard({ day: "numeric", month: "short" });
  const month = standard({ month: "long" });
  const instant = standard({ day: "numeric", month: "short", hour: "2-digit", minute: "2-digit" });
  // These steps cover every day of the year and every hour.
  for (let time = Date.parse("1899-12-31"); time < Date.parse("2101-01-01"); time += 87_231_000 * 3) {
    const iso = new Date(time).toISOString();
    const short = (text: string) => text.replace("Sept", "Sep");
    expect(formatDate(iso)).toBe(short(day.format(time)));
    expect(datePart.day(time)).toBe(formatDate(iso));
    expect(datePart.dayMonth(time)).toBe(formatDate(iso).replace(/ \d+$/, ""));
    expect(datePart.monthYear(time)).toBe(formatDate(iso).replace(/^\d+ /, ""));
    expect(formatPartialDate(iso.slice(0, 7))).toBe(month.format(time));
    expect(formatInstant(iso)).toBe(`${short(instant.format(time))} UTC`);
  }
});

test("a partial date is formatted with the precision that is known", () => {
  expect(["2025", "2025-05", "2025-05-31", "2025-13"].map(formatPartialDate)).toEqual([
    "2025",
    "May 2025",
    "31 May 2025",
    "2025-13",
  ]);
});
