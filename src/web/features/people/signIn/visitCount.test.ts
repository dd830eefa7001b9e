import { expect, test } from "vitest";
import { afterVisit, type Visits } from "./visitCount";

const visiting = (...paths: string[]) => paths.reduce<Visits | null>(afterVisit, null)?.count;

test("the landing page of a tab is not a visit; each later one is, including returns", () => {
  expect(visiting("/treasuries")).toBe(0);
  expect(visiting("/treasuries", "/networks")).toBe(1);
  expect(visiting("/treasuries", "/networks", "/treasuries")).toBe(2);
});

test("a reload is not a visit", () => {
  expect(visiting("/treasuries", "/treasuries")).toBe(0);
  expect(visiting("/treasuries", "/networks", "/networks")).toBe(1);
});
