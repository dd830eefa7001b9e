import { expect, test } from "vitest";
import type { ResourceRow } from "#domain/api";
import { newestFirst, sourceFact } from "./sourceFact";

const fee = (id: number, date: string | null, extra: Partial<ResourceRow>): ResourceRow => ({
  id,
  date,
  kind: "fee",
  state: "known",
  fee_kind: "management",
  ...extra,
});

test("of facts with the same date or without one, the last added comes first", () => {
  const facts = [fee(1, null, {}), fee(2, "2025-01-01", {}), fee(3, null, {}), fee(4, "2026-01-01", {})];
  expect(newestFirst(facts).map(({ id }) => id)).toEqual([4, 2, 3, 1]);
});

test("a fee's source is the fact with its rate, else the one with its text", () => {
  const facts = [fee(2, null, { fee_terms: "8% of interest" }), fee(1, null, { fee_percent: 0.2 })];
  const asset = (percent: number | null, terms: string | null): ResourceRow => ({
    id: 1,
    management_fee_percent: percent,
    management_fee_terms: terms,
  });
  const behind = (row: ResourceRow) => sourceFact("management_fee_percent", row, facts)?.id;
  expect(behind(asset(0.2, null))).toBe(1);
  expect(behind(asset(null, "8% of interest"))).toBe(2);
  expect(behind(asset(null, null))).toBeUndefined();
});
