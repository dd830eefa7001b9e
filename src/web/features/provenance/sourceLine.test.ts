import { expect, it } from "vitest";
import { sourceLine } from "./sourceLine";

const source = (label: string, observations: number) => ({
  id: label,
  kind: "file",
  label,
  provider: null,
  first_ingested_at: "2026-01-31T00:00:00Z",
  ingested_at: "2026-01-31T00:00:00Z",
  is_sample: false,
  newest_date: "2026-01-31",
  observations,
});

it("names the sources of the figures, without files that no figure uses", () => {
  const sources = [source("refused.csv", 0), source("usdc.csv", 5)];
  expect(sourceLine({ brand: "Cadastre", status: { as_of: "2026-01-31", sources }, measure: "Price" })).toBe(
    "Source: Cadastre, from usdc.csv · Price · data as of 31 Jan 2026",
  );
});
