import type { Interval, Point } from "#domain";
import type { ColorChoice } from "../../charts/color/groupColor";
import { type Axis, dateAxis, valueAxis } from "../../charts/plan/axisTicks";
import { placeOn } from "../../charts/plan/placeOn";
import { timeOf } from "../../charts/series/utcDays";

/** A value over time, by name. */
export interface Course {
  name: string;
  color: ColorChoice;
  points: readonly Point[];
}

export interface CourseAxes {
  x: Axis;
  y: Axis;
}

const DATE_LABELS = 5;

/** The days on which any course has a value, in order. */
export const datesOf = (courses: readonly Course[]): string[] =>
  [...new Set(courses.flatMap(({ points }) => points.map(([date]) => date)))].sort();

export function courseAxes(
  courses: readonly Course[],
  { unit, interval, fromZero }: { unit: string; interval: Interval; fromZero: boolean },
): CourseAxes {
  const values = courses.flatMap(({ points }) => points.map(([, value]) => value));
  return {
    x: dateAxis({ times: datesOf(courses).map(timeOf), interval, mode: "lines", room: DATE_LABELS }),
    y: valueAxis({ extent: [Math.min(...values), Math.max(...values)], unit, fromZero }),
  };
}

const rounded = (value: number): number => Math.round(value * 100) / 100;

/** The line of a course as an SVG path within a square of 100, broken where another course has a day and it has none. */
export function coursePath({ points }: Course, { x, y }: CourseAxes, dates: readonly string[]): string {
  const values = new Map(points);
  let isDrawing = false;
  let path = "";
  for (const date of dates) {
    const value = values.get(date);
    if (value === undefined) {
      isDrawing = false;
      continue;
    }
    path += `${isDrawing ? "L" : "M"}${rounded(placeOn(x, timeOf(date)))} ${rounded(100 - placeOn(y, value))}`;
    isDrawing = true;
  }
  return path;
}

/** Each course as a share of another on the same day, in percent; nothing where the whole is unknown or none. */
export function shareCourse(part: readonly Point[], whole: readonly Point[]): Point[] {
  const wholes = new Map(whole);
  return part.flatMap(([date, value]): Point[] => {
    const total = wholes.get(date);
    return total === undefined || total <= 0 ? [] : [[date, (value / total) * 100]];
  });
}
