import { expect, test } from "vitest";
import { requireBoundedRows } from "./requireBoundedRows";

test("rows with more metrics than the limit of a response are rejected with a message", () => {
  expect(() => requireBoundedRows(2_000, 30)).not.toThrow();
  expect(() => requireBoundedRows(5_000, 35)).toThrow(
    "pagination.perPage: 5,000 rows with 35 metrics are 175,000 values; responses are limited to 60,000: select fewer fields, request fewer rows per page, or request a file (format=csv or ndjson)",
  );
});
