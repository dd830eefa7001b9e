import { expect, test } from "vitest";
import type { ResourceRow } from "#domain/api";
import { assetDocuments } from "./assetDocuments";
import { assetHistory } from "./assetHistory";

const fact = (id: number, fields: Record<string, string | null>): ResourceRow => ({
  id,
  state: "known",
  stated: null,
  period_start: null,
  period_end: null,
  summary: null,
  document: "Report",
  publisher: "Auditor",
  source_url: "https://example.com/report.pdf",
  ...fields,
});

const token = (id: number, network: string, day: string | null, basis: string | null): ResourceRow => ({
  id,
  network_name: network,
  appeared_date: day,
  appeared_basis: basis,
});

/** A report on a year; the data API dates it by the last day. */
const year2024 = { period_start: "2024-01-01", period_end: "2024-12-31", stated: "2025-02" };

test("a history contains dated events, newest first, with networks of one day combined", () => {
  const history = assetHistory({
    asset: { id: 1, inception_date: "2020-01-01", ended_date: "2025-01-01" },
    tokens: [
      token(2, "Solana", "2021-05-01", "catalog"),
      token(3, "Base", "2021-05-01", "catalog"),
      token(4, "Stellar", null, null),
      token(5, "Ethereum", "2020-01-02", "first_data"),
      token(6, "Tron", "2022-03-04", "first_data"),
      // A second contract on a network.
      token(14, "Ethereum", "2023-03-04", "first_data"),
    ],
    facts: [
      fact(7, {
        kind: "attestation",
        attestor: "Auditor LLP",
        report_frequency: "monthly",
        date: "2024-12-31",
        ...year2024,
      }),
      fact(8, {
        kind: "incident",
        date: "2023-03-11",
        period_start: "2023-03-11",
        summary: "Traded below its peg.",
      }),
      // Undated, known to be none, and of a kind without a day.
      fact(9, { kind: "incident" }),
      // Attestations and custodians do not take the date of their document.
      fact(12, { kind: "attestation", attestor: "Auditor LLP", stated: "2025-02" }),
      fact(13, { kind: "provider", provider_name: "Bank", stated: "2025-02" }),
      fact(10, { kind: "credit_rating", state: "none", stated: "2024-01-01" }),
      fact(11, { kind: "fee", stated: "2024-01-01" }),
    ],
  });
  expect(history.map(({ date, what, words }) => [date, what, words])).toEqual([
    ["2025-01-01", "Ended", "No figures after this day."],
    ["2024-12-31", "Attestation or audit", "Auditor LLP · Frequency: Monthly"],
    ["2023-03-11", "Incident", "Traded below its peg."],
    ["2022-03-04", "New network", "First seen on Tron."],
    ["2021-05-01", "New network", "Deployed on Base and Solana."],
    ["2020-01-01", "Launch", "First issued."],
  ]);
});

test("many arrivals are combined by year, and excess names are counted", () => {
  const tokens = Array.from({ length: 12 }, (_, n) =>
    token(
      n,
      `Network ${String.fromCharCode(65 + n)}`,
      `2024-01-${String(n + 1).padStart(2, "0")}`,
      "first_data",
    ),
  );
  expect(
    assetHistory({ asset: { id: 1 }, tokens, facts: [] }).map(({ date, words }) => [date, words]),
  ).toEqual([
    [
      "2024",
      "First seen on Network B, Network C, Network D, Network E, Network F, Network G, Network H, Network I and 3 others.",
    ],
  ]);
});

test("each document is listed once with all its facts, undated ones last", () => {
  const documents = assetDocuments([
    fact(1, { kind: "fee", document: "Terms" }),
    fact(2, { kind: "legal", stated: "2024-05" }),
    fact(3, { kind: "attestation", stated: "2024-05" }),
    fact(4, { kind: "attestation", stated: "2024-05" }),
    fact(5, { kind: "attestation", stated: "2025", document: "Report of 2025" }),
  ]);
  expect(documents.map(({ name, date, supports }) => [name, date, supports])).toEqual([
    ["Report of 2025", "2025", ["Attestations and audits"]],
    ["Report", "2024-05", ["Attestations and audits", "Legal structure"]],
    ["Terms", null, ["Fees"]],
  ]);
});
