import { expect, test } from "vitest";
import { exportSubject, exportUrl } from "./exportUrl";

test("a file is named after the subject of its page", () => {
  expect(exportSubject("/", "assets")).toBe("assets");
  expect(exportSubject("/tokens", "tokens")).toBe("tokens");
  expect(exportSubject("/treasuries", "assets")).toBe("treasuries-assets");
  expect(exportSubject("/networks/bnb-chain", "tokens")).toBe("networks-bnb-chain-tokens");
  expect(exportSubject("/assets/aggregates", "assets-aggregates")).toBe("assets-aggregates");
  expect(exportSubject("/loan_timeseries", "loans")).toBe("loan-timeseries-loans");
});

test("its URL contains the full query", () => {
  const url = new URL(
    exportUrl({ path: "tokens/aggregates", format: "csv", query: { search: "a&b" }, subject: "tokens" }),
    "https://x.example",
  );
  expect(url.pathname).toBe("/export/tokens/aggregates.csv");
  expect(Object.fromEntries(url.searchParams)).toEqual({
    query: '{"search":"a&b"}',
    header: "titles",
    subject: "tokens",
  });
});
