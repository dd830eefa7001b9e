import { expect, test } from "vitest";
import { transactionsResource } from "#domain/resources";
import { pageWords } from "./CursorLinks";

const words = (field: string, direction: "asc" | "desc") =>
  pageWords(transactionsResource, { field, direction });

test("pages sorted by time are named by time, in either direction", () => {
  expect(words("timestamp", "desc")).toEqual(["Newest", "Newer", "Older", "Oldest"]);
  expect(words("timestamp", "asc")).toEqual(["Oldest", "Older", "Newer", "Newest"]);
});

test("pages in another order are named by position", () => {
  expect(words("amount_dollar", "desc")).toEqual(["First", "Previous", "Next", "Last"]);
  expect(pageWords({ pagedByKey: null }, { field: "timestamp", direction: "desc" })).toEqual([
    "First",
    "Previous",
    "Next",
    "Last",
  ]);
});
