import { expect, test } from "vitest";
import { formatDate, formatInstant } from "./formatDate";

test("days and instants read the same in every time zone", () => {
  expect(formatDate("2026-01-31")).toBe("31 Jan 2026");
  expect(formatInstant("2026-01-31T23:30:00.000Z")).toBe("31 Jan 2026, 23:30 UTC");
});

test("what is no date is shown as it stands", () => {
  expect(formatDate("soon")).toBe("soon");
});
