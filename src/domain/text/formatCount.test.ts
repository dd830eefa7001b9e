import { expect, it, test } from "vitest";
import { formatCount, withArticle } from "./formatCount";

it.each(["an audit entry", "an organization role", "an issuer", "a user", "a policy", "a contact request"])(
  "%s",
  (words) => {
    expect(withArticle(words.replace(/^an? /, ""))).toBe(words);
  },
);

test.each([
  [0, "0 seconds"],
  [1, "1 second"],
  [2, "2 seconds"],
  [1_200, "1,200 seconds"],
])("%d of a noun", (count, words) => {
  expect(formatCount(count, "second")).toBe(words);
});

test("a noun with its own plural", () => {
  expect([1, 2].map((count) => formatCount(count, "entity", "entities"))).toEqual(["1 entity", "2 entities"]);
});
