import { expect, it } from "vitest";
import { policyProblems } from "./recordRules";

const isOusg = { operator: "equals", field: "slug", value: "ousg" };
const problemsOf = (rowFilter: object) =>
  policyProblems({ effect: "allow", resources: ["assets"], rowFilter: JSON.stringify(rowFilter) });

it.each([
  [{ operator: "or", filters: [] }, "filter.filters"],
  [{ operator: "and", filters: [] }, "filter.filters"],
  [{ operator: "and", filters: [isOusg, { operator: "or", filters: [] }] }, "filter.filters[1].filters"],
  [
    { operator: "or", filters: [{ operator: "and", filters: [{ operator: "or", filters: [] }] }] },
    "filter.filters[0].filters[0].filters",
  ],
])("refuses a row filter with an empty group: %j", (rowFilter, path) => {
  expect(problemsOf(rowFilter)).toEqual([
    { path: "rowFilter", message: `${path}: Enter at least one condition; an empty group matches every row` },
  ]);
});

it("accepts a condition and groups with conditions", () => {
  expect(problemsOf(isOusg)).toEqual([]);
  expect(problemsOf({ operator: "or", filters: [isOusg] })).toEqual([]);
});
