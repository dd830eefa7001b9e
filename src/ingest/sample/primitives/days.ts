/** Calendar days as whole numbers (days since 1970-01-01, UTC), so that a series is an array. */

import { DAY_MS, isoDay, timeOfDay } from "#domain/days";

/** An inclusive range of days. */
export interface DayRange {
  first: number;
  last: number;
}

/** `2026-11-20` → day number. */
export const dayOf = (isoDate: string): number => Math.floor(timeOfDay(isoDate) / DAY_MS);

/** Day number → `2026-11-20`. */
export const isoOf = (day: number): string => isoDay(day * DAY_MS);

const written = new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeZone: "UTC" });

/** Day number → `20 November 2026`, for prose. */
export const formatLongDate = (day: number): string => written.format(day * DAY_MS);

/** Seconds from 1970 to the start of the day. */
export const secondsOf = (day: number): number => day * 86_400;

/** 0 is Sunday. 1970-01-01 was a Thursday. */
const weekdayOf = (day: number): number => (((day + 4) % 7) + 7) % 7;

export const isWeekend = (day: number): boolean => weekdayOf(day) === 0 || weekdayOf(day) === 6;

export const lengthOf = ({ first, last }: DayRange): number => Math.max(0, last - first + 1);

/** Where every walk starts; fixed for ever, so that the value of a date never depends on the day of the run. */
export const EPOCH = dayOf("2023-01-01");
