import { expect, test } from "vitest";
import { countWords } from "./countWords";

test.each([
  [0, "0 seconds"],
  [1, "1 second"],
  [2, "2 seconds"],
  [1_200, "1,200 seconds"],
])("%d of a noun", (count, words) => {
  expect(countWords(count, "second")).toBe(words);
});
