import { expect, it } from "vitest";
import { describeResource, field } from "#domain/resources";
import { ledgerText } from "./ledgerRow";

const offers = describeResource({
  slug: "offers",
  singular: "offer",
  label: "Offers",
  doc: "Offers.",
  defaultSort: { field: "id", direction: "asc" },
  searchFields: [],
  fields: [
    field({ name: "id", type: "id", label: "Id", doc: "Id." }),
    field({ name: "rating", type: "string", label: "Rating", doc: "Rating.", nullable: true }),
    field({ name: "is_sample", type: "boolean", label: "Sample", doc: "Sample." }),
  ],
});
const text = (row: Parameters<typeof ledgerText>[1][number]) =>
  ledgerText(offers, [row], { sourceId: 3, version: 5, edition: 2 });

it("leaves a nullable field null where a source says nothing of it", () => {
  expect(text({ id: 1, is_sample: false })).toBe("1\t\\N\t0\t3\t5\t2\n");
  expect(text({ id: 1, rating: null, is_sample: true })).toBe("1\t\\N\t1\t3\t5\t2\n");
  expect(text({ id: 1, rating: "A\tB", is_sample: false })).toBe("1\tA\\tB\t0\t3\t5\t2\n");
});

it("rejects a row that lacks any other field", () => {
  expect(() => text({ id: 1, rating: "A" })).toThrow("A row of offers has no is_sample");
});
