/** Days in UTC as text and as time. Every page reads its address by these, so they need no library of the calendar. */

/** Milliseconds at the begin of a day, `YYYY-MM-DD`; NaN for what is none. */
export const timeOf = (date: string): number => Date.parse(`${date.slice(0, 10)}T00:00:00Z`);
/** The day of a moment, `YYYY-MM-DD`. */
export const dateOf = (time: number | Date): string => new Date(time).toISOString().slice(0, 10);
