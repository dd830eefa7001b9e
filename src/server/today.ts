/** Today's date in UTC, `2026-01-31`: the last day that data can have. */
export { currentDay as today } from "#domain";
