/** The days that the store counts, and so those that a query may name. */
export const calendar = { first: "1900-01-01", last: "2299-12-31" } as const;

/** The server's day in UTC, `YYYY-MM-DD`. */
export const currentDay = (): string => new Date().toISOString().slice(0, 10);
