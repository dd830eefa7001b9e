import { expect, test } from "vitest";
import { resources } from "../resources/catalogue";
import { docsPage, docsPages } from "./docsPages";

test("every resource is documented under its own name, totals and series beside, each once", () => {
  expect(resources.filter(({ slug }) => docsPage(slug)?.endpoint !== `/${slug}`)).toEqual([]);
  expect(docsPage("asset_aggregates")?.endpoint).toBe("/assets/aggregates");
  expect(docsPage("protocols")).toBeUndefined();
  expect(new Set(docsPages.map(({ endpoint }) => endpoint)).size).toBe(docsPages.length);
});
