import type { AccessPolicy } from "#domain/people";

/** A reader's policy: `part` overrides a policy that allows everything. */
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
