import { expect, test } from "vitest";
import { evidenceSchema } from "../catalog/evidenceSchema";
import { assetSchema, emptyCatalog } from "../catalog/schema";
import { indexCatalog } from "./catalogIndex";
import { coveredFields, evidenceCoverageResource } from "./evidenceCoverage";

const asset = (id: number, slug: string, asset_class: string) =>
  assetSchema.parse({
    id,
    slug,
    name: slug,
    ticker: slug,
    asset_class,
    platform: null,
    issuer: null,
    manager: null,
    jurisdiction: null,
    description: null,
    website: null,
    inception_date: slug === "c" ? "2020-01-01" : null,
    denomination: null,
    distribution: "distributed",
    is_investable: null,
    source: "https://example.org",
  });
const rating = (id: number, of: string, state: string) =>
  evidenceSchema.parse({
    id,
    asset: of,
    kind: "credit_rating",
    state,
    rating: state === "known" ? "AA" : null,
    document: "Report",
    publisher: "Agency",
    source: "https://example.org",
  });

const index = indexCatalog({
  ...emptyCatalog,
  assets: [
    asset(1, "a", "stocks"),
    asset(2, "b", "stocks"),
    asset(3, "c", "treasuries"),
    asset(4, "d", "stocks"),
  ],
  evidence: [rating(1, "a", "known"), rating(2, "b", "none")],
});

test("coverage counts known facts, known absences, and all, by class and in total", () => {
  const rows = evidenceCoverageResource.valuesOf(index, [
    "id",
    "asset_count",
    "known_count",
    "none_count",
    "known_percent",
  ]);
  const of = (field: string) =>
    rows
      .filter(({ id }) => String(id).startsWith(`${field}:`))
      .map((row) => [row.id, row.known_count, row.none_count, row.asset_count, row.known_percent]);
  expect(of("has_credit_rating")).toEqual([
    ["has_credit_rating:all", 2, 1, 4, 50],
    ["has_credit_rating:treasuries", 0, 0, 1, 0],
    ["has_credit_rating:stocks", 2, 1, 3, (100 * 2) / 3],
  ]);
  expect(of("inception_date")[0]).toEqual(["inception_date:all", 1, 0, 4, 25]);
  expect(of("attestors")[0]).toEqual(["attestors:all", 0, 0, 4, 0]);
});

test("every field has a label of its own and is counted once", () => {
  const twice = (words: readonly string[]) => words.filter((word, at) => words.indexOf(word) !== at);
  expect(twice(coveredFields.map(({ field }) => field.name))).toEqual([]);
  expect(twice(coveredFields.map(({ field, topic }) => `${topic} ${field.label}`))).toEqual([]);
});
