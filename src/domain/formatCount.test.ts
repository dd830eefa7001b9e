import { expect, test } from "vitest";
import { formatCount } from "./formatCount";

test.each([
  [0, "0 seconds"],
  [1, "1 second"],
  [2, "2 seconds"],
  [1_200, "1,200 seconds"],
])("%d of a noun", (count, words) => {
  expect(formatCount(count, "second")).toBe(words);
});
