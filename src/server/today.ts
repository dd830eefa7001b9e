/** Today's date in UTC, `2026-01-31`: the day up to which data may reach. */
export { currentDay as today } from "#domain";
