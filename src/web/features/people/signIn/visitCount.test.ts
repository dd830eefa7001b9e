import { expect, test } from "vitest";
import { afterVisit, type Visits } from "./visitCount";

const visiting = (...paths: string[]) => paths.reduce<Visits | null>(afterVisit, null)?.count;

test("the page that a tab lands on is no visit; each one after it is, coming back included", () => {
  expect(visiting("/treasuries")).toBe(0);
  expect(visiting("/treasuries", "/networks")).toBe(1);
  expect(visiting("/treasuries", "/networks", "/treasuries")).toBe(2);
});

test("a reload is no visit", () => {
  expect(visiting("/treasuries", "/treasuries")).toBe(0);
  expect(visiting("/treasuries", "/networks", "/networks")).toBe(1);
});
