import { expect, test } from "vitest";
import { afterVisit, noVisits } from "./visitCount";

const visiting = (...paths: string[]) => paths.reduce(afterVisit, noVisits).count;

test("each page is a visit, and coming back to one is another", () => {
  expect(visiting("/treasuries")).toBe(1);
  expect(visiting("/treasuries", "/networks")).toBe(2);
  expect(visiting("/treasuries", "/networks", "/treasuries")).toBe(3);
});

test("a reload is no visit", () => {
  expect(visiting("/treasuries", "/treasuries")).toBe(1);
});
