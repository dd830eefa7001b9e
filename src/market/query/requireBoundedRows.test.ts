import { expect, test } from "vitest";
import { requireBoundedRows } from "./requireBoundedRows";

test("rows with more metrics than an answer holds are refused in words", () => {
  expect(() => requireBoundedRows(2_000, 30)).not.toThrow();
  expect(() => requireBoundedRows(5_000, 35)).toThrow(
    "pagination.perPage: 5,000 rows with 35 metrics are 175,000 metrics; an answer holds 60,000: name the fields you need, ask for fewer rows a page, or ask for a file (format=csv or ndjson)",
  );
});
