import { expect, test } from "vitest";
import { spreadsheetPage } from "./CodeTabs";

test("leads to the page with the endpoint and the query without pagination", () => {
  const query = { fields: ["slug"], pagination: { page: 1, perPage: 25 } };
  const address = new URL(
    spreadsheetPage({ url: "https://site.example/api/v4/assets/aggregates", query }),
    "https://site.example",
  );
  expect(address.pathname).toBe("/tools/api/spreadsheets");
  expect(Object.fromEntries(address.searchParams)).toEqual({
    path: "/assets/aggregates",
    query: '{"fields":["slug"]}',
  });
});
