import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import type { ResourceRow } from "#domain/api";
import { Attestation } from "./Attestation";

const textOf = (part: Partial<ResourceRow>) =>
  renderToStaticMarkup(<Attestation asset={{ id: 1, ...part }} />).replaceAll(/<[^>]*>/g, "");
const report = {
  attestation_date: "2026-08-31",
  attestation_by: "KPMG LLP",
  attestation_percent: 100.2,
  attestation_frequency: "monthly",
  attestation_due_date: "2026-11-14",
};

test("the latest attestation shows its day, attestor, ratio and frequency", () => {
  expect(textOf({ ...report, is_attestation_overdue: false })).toBe(
    "AttestationAs of 31 Aug 2026· KPMG LLP· Reserves 100.2% of supply· MonthlyReport an error: Attestation",
  );
  expect(textOf({})).toBe("");
});

test("an overdue report shows its due date, if one is known", () => {
  expect(textOf({ ...report, is_attestation_overdue: true })).toContain(
    "OverdueThe next report was due by 14 Nov 2026; the catalog has none.",
  );
  expect(textOf({ attestation_date: "2020-01-31", is_attestation_overdue: null })).not.toContain("Overdue");
});
