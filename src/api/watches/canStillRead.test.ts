import { expect, test } from "vitest";
import type { AccessPolicy } from "#domain/people";
import { basisOf } from "./canStillRead";

const policy: AccessPolicy = {
  id: 1,
  name: "Partners",
  effect: "allow",
  resources: ["assets", "tokens"],
  actions: [],
  rowFilter: { operator: "equals", field: "id", value: 57 },
  hiddenFields: ["price_dollar", "slug"],
  historyDays: 30,
  requestsPerMinute: 60,
  rowsPerMonth: 1_000,
  role: "Partner",
  through: "user",
};
const same = basisOf({ policies: [policy] });

test.each<Partial<AccessPolicy>>([
  { name: "Friends" },
  { id: 2 },
  { role: "Friend" },
  { through: "organization" },
  { requestsPerMinute: null },
  { rowsPerMonth: 5 },
  { actions: ["read"] },
  { resources: ["tokens", "assets"] },
  { hiddenFields: ["slug", "price_dollar"] },
])("%o leaves what may be read as it is", (change) => {
  expect(basisOf({ policies: [{ ...policy, ...change }] })).toBe(same);
  expect(basisOf({ policies: [{ ...policy, ...change }, policy] })).toBe(same);
});

test.each<Partial<AccessPolicy>>([
  { effect: "deny" },
  { resources: ["assets"] },
  { resources: [] },
  { actions: ["download"] },
  { rowFilter: null },
  { rowFilter: { operator: "equals", field: "id", value: 58 } },
  { hiddenFields: [] },
  { historyDays: null },
])("%o changes what may be read", (change) => {
  expect(basisOf({ policies: [{ ...policy, ...change }] })).not.toBe(same);
});
