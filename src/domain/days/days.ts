/** Calendar days in UTC. Every page parses its URL with these, so they need no calendar library. */

/** Milliseconds of a day. */
export const DAY_MS = 86_400_000;

/** The days that the store holds, and so those that a query may name. */
export const calendar = { first: "1900-01-01", last: "2299-12-31" } as const;

/** The day of a time in milliseconds since 1970, `YYYY-MM-DD`. */
export const isoDay = (time: number | Date): string => new Date(time).toISOString().slice(0, 10);

/** The server's day, `YYYY-MM-DD`. */
export const currentDay = (): string => isoDay(Date.now());

/** Milliseconds at the start of a day, `YYYY-MM-DD`, a time after it ignored; NaN for anything else. 30 February is 2 March. */
export const timeOfDay = (date: string): number => Date.parse(`${date.slice(0, 10)}T00:00:00Z`);
