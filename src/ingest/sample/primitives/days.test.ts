import { expect, test } from "vitest";
import { dayOf, formatLongDate, isoOf } from "./days";

test("a day is written for machines and for prose, whatever the zone of the machine", () => {
  const day = dayOf("2026-11-20");
  expect(isoOf(day)).toBe("2026-11-20");
  expect(formatLongDate(day)).toBe("20 November 2026");
  expect(formatLongDate(dayOf("2027-01-01"))).toBe("1 January 2027");
});
