import { expect, test } from "vitest";
import { transactionsResource } from "#domain";
import { pageWords } from "./CursorLinks";

const words = (field: string, direction: "asc" | "desc") =>
  pageWords(transactionsResource, { field, direction });

test("pages in the order of their time are called by it, whichever way it runs", () => {
  expect(words("timestamp", "desc")).toEqual(["Newest", "Newer", "Older", "Oldest"]);
  expect(words("timestamp", "asc")).toEqual(["Oldest", "Older", "Newer", "Newest"]);
});

test("pages in another order are called by their place", () => {
  expect(words("amount_dollar", "desc")).toEqual(["First", "Previous", "Next", "Last"]);
  expect(pageWords({ pagedByKey: null }, { field: "timestamp", direction: "desc" })).toEqual([
    "First",
    "Previous",
    "Next",
    "Last",
  ]);
});
