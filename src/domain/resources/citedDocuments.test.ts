import { expect, test } from "vitest";
import { evidenceSchema } from "../catalog/evidenceSchema";
import { emptyCatalog } from "../catalog/schema";
import { indexCatalog } from "./catalogIndex";
import { citedDocumentsResource } from "./citedDocuments";

const fact = (id: number, kind: string, extra: object) =>
  evidenceSchema.parse({
    id,
    asset: "a",
    kind,
    state: "none",
    document: "Report",
    publisher: "Firm",
    source: "https://example.org/report",
    ...extra,
  });

test("a document stands once, with the facts taken from it and the latest date it gives", () => {
  const index = indexCatalog({
    ...emptyCatalog,
    evidence: [
      fact(12, "credit_rating", { stated: "2025-05" }),
      fact(11, "incident", { stated: "2025-05-31" }),
      fact(13, "incident", { source: "https://example.org/other", document: "Other" }),
    ],
  });
  expect(citedDocumentsResource.valuesOf(index, ["id", "document", "kinds", "fact_count", "date"])).toEqual([
    { id: 11, document: "Report", kinds: ["incident", "credit_rating"], fact_count: 2, date: "2025-05-31" },
    { id: 13, document: "Other", kinds: ["incident"], fact_count: 1, date: null },
  ]);
});
