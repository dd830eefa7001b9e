import { calendar } from "#domain/days";
import type { ChartRange, DaySpan } from "./chartSeries";

/**
 * Days in UTC as text and as time. Every page parses its URL with these, so they need no calendar library.
 */

/** Milliseconds at the start of a day, `YYYY-MM-DD`; NaN for an invalid one. */
export const timeOf = (date: string): number => Date.parse(`${date.slice(0, 10)}T00:00:00Z`);
/** The day of a time, `YYYY-MM-DD`. */
export const dateOf = (time: number | Date): string => new Date(time).toISOString().slice(0, 10);

/** First and last day of a custom range. */
export interface SpanDays {
  from: string;
  to: string;
}

const SPAN = /^(\d{4}-\d{2}-\d{2})\.\.(\d{4}-\d{2}-\d{2})$/;
const DAY_MS = 86_400_000;

/** The days of a custom range; null for a preset range. */
export function spanOf(range: ChartRange): SpanDays | null {
  const [, from, to] = SPAN.exec(range) ?? [];
  return from === undefined || to === undefined ? null : { from, to };
}

const isDay = (day: string) => {
  const time = timeOf(day);
  const isKnown = !Number.isNaN(time) && new Date(time).toISOString().startsWith(day);
  return isKnown && day >= calendar.first && day <= calendar.last;
};

/** Parses a custom range of at least two calendar days, in order; undefined for anything else. */
export function readSpan(text: string): DaySpan | undefined {
  const [, from, to] = SPAN.exec(text) ?? [];
  if (from === undefined || to === undefined) return undefined;
  return isDay(from) && isDay(to) && from < to ? `${from}..${to}` : undefined;
}

/** Days between the ends of a custom range. */
export const daysOf = ({ from, to }: SpanDays): number => Math.round((timeOf(to) - timeOf(from)) / DAY_MS);
