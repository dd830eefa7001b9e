import { expect, test } from "vitest";
import { recordTypeOf } from "#domain/records";
import { listRow } from "./recordColumns";

test("a list explains missing values, and shows the day of times", () => {
  const values = {
    name: "No loans",
    resources: ["loans"],
    actions: [],
    historyDays: null,
    description: null,
    updatedAt: "2026-02-03T10:11:12.000Z",
  };
  expect(
    listRow(recordTypeOf("api_access_policies"), { id: 7, label: "No loans", values, names: {} }),
  ).toMatchObject({
    id: 7,
    resources: ["loans"],
    actions: ["Both"],
    historyDays: "All",
    description: null,
    updatedAt: "2026-02-03",
  });
});
