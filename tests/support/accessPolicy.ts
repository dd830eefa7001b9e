import type { AccessPolicy } from "#domain";

/** A policy as it holds for a reader, where it differs from one that allows everything. */
export const accessPolicy = (part: Partial<AccessPolicy>): AccessPolicy => ({
  id: 1,
  name: "Part",
  effect: "allow",
  resources: [],
  actions: [],
  rowFilter: null,
  hiddenFields: [],
  historyDays: null,
  requestsPerMinute: null,
  rowsPerMonth: null,
  role: "Readers",
  through: "organization",
  ...part,
});
