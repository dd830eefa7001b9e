import { expect, test } from "vitest";
import { placeOn } from "../../charts/plan/placeOn";
import { type Course, courseAxes, coursePath, datesOf, shareCourse } from "./courseLines";

const course = (name: string, points: Course["points"]): Course => ({ name, color: { slot: 0 }, points });
const first = course("First", [
  ["2026-01-31", 0],
  ["2026-03-31", 10],
]);
const second = course("Second", [
  ["2026-01-31", 5],
  ["2026-02-28", 5],
  ["2026-03-31", 5],
]);

test("a line is broken on days that only another course has", () => {
  const axes = courseAxes([first, second], options);
  const dates = datesOf([first, second]);
  expect(dates).toEqual(["2026-01-31", "2026-02-28", "2026-03-31"]);
  expect(coursePath(first, axes, dates).match(/[ML]/g)).toEqual(["M", "M"]);
  expect(coursePath(second, axes, dates).match(/[ML]/g)).toEqual(["M", "L", "L"]);
});

const options = { unit: "percent", interval: "month", fromZero: true } as const;

test("values stand within the axes, zero at the bottom", () => {
  const { x, y } = courseAxes([first, second], options);
  expect(y.min).toBe(0);
  expect(y.max).toBeGreaterThanOrEqual(10);
  expect(placeOn(y, 0)).toBe(0);
  expect(coursePath(first, { x, y }, ["2026-01-31"])).toBe("M0 100");
});

test("a share is of the whole on the same day, and of nothing there is none", () => {
  expect(
    shareCourse(
      [
        ["2026-01-31", 1],
        ["2026-02-28", 3],
        ["2026-03-31", 4],
      ],
      [
        ["2026-01-31", 4],
        ["2026-02-28", 0],
        ["2026-04-30", 8],
      ],
    ),
  ).toEqual([["2026-01-31", 25]]);
});
