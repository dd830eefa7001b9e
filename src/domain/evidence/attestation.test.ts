import { describe, expect, it, test } from "vitest";
import { evidenceSchema } from "../catalog/evidenceSchema";
import { attestationDueDate, isAttestationOverdue, latestAttestationOf } from "./attestation";

test.each([
  ["2026-08-31", "monthly", "2026-11-14"],
  ["2026-01-31", "monthly", "2026-04-14"],
  ["2026-02-27", "monthly", "2026-05-11"],
  ["2026-06-30", "quarterly", "2026-11-29"],
  ["2025-12-31", "semiannual", "2026-09-28"],
  ["2024-02-29", "annual", "2025-08-27"],
  ["2026-12-30", "daily", "2027-01-07"],
  ["2026-11-01", "weekly", "2026-11-22"],
  ["2026-11-01", "continuous", null],
  ["2026-11-01", null, null],
])("after a report as of %s, %s ones are due by %s", (reported, frequency, due) => {
  expect(attestationDueDate(reported, frequency)).toBe(due);
});

test("a report is overdue from the day after its due date", () => {
  expect(isAttestationOverdue("2026-11-14", "2026-11-13")).toBe(false);
  expect(isAttestationOverdue("2026-11-14", "2026-11-14")).toBe(false);
  expect(isAttestationOverdue("2026-11-14", "2026-11-15")).toBe(true);
  expect(isAttestationOverdue(null, "2026-11-15")).toBeNull();
});

describe("the latest attestation", () => {
  let next = 100_001;
  const fact = (extra: object) =>
    evidenceSchema.parse({
      id: next++,
      asset: "one",
      kind: "attestation",
      state: "known",
      document: "Report",
      publisher: "One",
      source: "https://example.org",
      ...extra,
    });
  const older = fact({ period_end: "2026-07-31", attestor: "BPM", reserves_to_supply_percent: 101 });

  it("is the report of the latest period, with the frequency that any fact states", () => {
    const practice = fact({ stated: "2025-01-01", report_frequency: "monthly" });
    const newest = fact({ period_end: "2026-08-31", attestor: "KPMG", reserves_to_supply_percent: 100.2 });
    expect(latestAttestationOf([practice, older, newest])).toEqual({
      date: "2026-08-31",
      attestor: "KPMG",
      frequency: "monthly",
      ratio: 100.2,
      dueDate: "2026-11-14",
    });
  });

  it("does not take the start of a practice for the day of a report", () => {
    const practice = fact({
      period_start: "2025-10-01",
      attestor: "Ankura Trust",
      report_frequency: "daily",
    });
    expect(latestAttestationOf([practice])).toEqual({
      date: null,
      attestor: "Ankura Trust",
      frequency: "daily",
      ratio: null,
      dueDate: null,
    });
  });

  it("is not an audit of accounts, and is unknown where the newest fact says that there is none", () => {
    const audit = fact({ period_end: "2026-12-31", engagement: "audit", report_frequency: "annual" });
    expect(latestAttestationOf([older, audit])?.date).toBe("2026-07-31");
    expect(latestAttestationOf([audit])).toBeNull();
    expect(latestAttestationOf([older, fact({ state: "none", stated: "2026-09" })])).toBeNull();
  });

  it("has no due date without a frequency", () => {
    expect(latestAttestationOf([older])).toMatchObject({ frequency: null, dueDate: null });
  });
});
