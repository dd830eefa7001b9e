import { expect, test } from "vitest";
import { currentDay, DAY_MS, isoDay, timeOfDay } from "./days";

test("days are those of UTC, and convert to times and back", () => {
  expect(isoDay(Date.UTC(2026, 0, 31, 23, 59, 59, 999))).toBe("2026-01-31");
  expect(isoDay(new Date("1969-12-31T23:59:59Z"))).toBe("1969-12-31");
  expect(timeOfDay("2026-01-31T12:00:00Z")).toBe(Date.UTC(2026, 0, 31));
  expect(timeOfDay("soon")).toBeNaN();
  expect(isoDay(timeOfDay("2026-02-30"))).toBe("2026-03-02");
  expect(isoDay(timeOfDay("2024-02-29") + DAY_MS)).toBe("2024-03-01");
  const before = isoDay(Date.now());
  expect([before, isoDay(Date.now())]).toContain(currentDay());
});
