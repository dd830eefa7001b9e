import { expect, test } from "vitest";
import { allResultsHref, markKey, marksOf, sentenceOf } from "./checkMarks";

const result = (fields: object) => ({
  id: 1,
  check_slug: "stale_price",
  severity: "warning",
  measure_slug: "price_dollar",
  subject_type: "token",
  subject_id: 501,
  asset_id: 57,
  statement: "Price of X: last reported 5 days before the latest day. 2026-11-23.",
  since: "2026-11-28T02:12:00Z",
  ...fields,
});

test("a mark of a token is one of its asset too, and the most severe result of a figure is shown", () => {
  const marks = marksOf([
    result({ id: 4, check_slug: "outside_limits", severity: "error" }),
    result({}),
    result({ id: 7, subject_type: "network", subject_id: 57, asset_id: null }),
  ]);
  expect(marks[markKey("token", 501, "price_dollar")]).toMatchObject({ id: 4, name: "Outside limits" });
  expect(marks[markKey("asset", 57, "price_dollar")]).toMatchObject({ id: 4, severity: "Error" });
  // A network with the id of an asset.
  expect(marks[markKey("network", 57, "price_dollar")]).toMatchObject({ id: 7 });
  expect(marks[markKey("asset", 501, "price_dollar")]).toBeUndefined();
});

test("the sentence of a mark says what is wrong, how sure it is, and since when", () => {
  const mark = marksOf([result({})])[markKey("token", 501, "price_dollar")];
  expect(mark && sentenceOf(mark)).toBe(
    "Price of X: last reported 5 days before the latest day. 2026-11-23. Warning since 28 Nov 2026.",
  );
});

test("the results about an entity are found by its name, or by its id if results do not name its kind", () => {
  const conditions = (kind: "platform" | "manager") =>
    JSON.parse(
      new URL(allResultsHref({ kind, id: 5, slug: "ondo" }), "http://x").searchParams.get("filters") ?? "",
    );
  expect(conditions("platform")).toEqual([
    ["state", "equals", "open"],
    ["protocol_slug", "equals", "ondo"],
  ]);
  expect(conditions("manager")).toEqual([
    ["state", "equals", "open"],
    ["subject_type", "equals", "manager"],
    ["subject_id", "equals", 5],
  ]);
});
