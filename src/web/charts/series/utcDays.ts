/**
 * Days in UTC as text and as time. Every page parses its URL with these, so they need no calendar library.
 */

/** Milliseconds at the start of a day, `YYYY-MM-DD`; NaN for an invalid one. */
export const timeOf = (date: string): number => Date.parse(`${date.slice(0, 10)}T00:00:00Z`);
/** The day of a time, `YYYY-MM-DD`. */
export const dateOf = (time: number | Date): string => new Date(time).toISOString().slice(0, 10);
