import { expect, test } from "vitest";
import { likePattern, literalPattern, textOfPattern } from "./likePattern";

test("only % is a wildcard, and a backslash escapes % and itself", () => {
  expect(likePattern("gold%")).toBe("gold%");
  expect(likePattern("a_b")).toBe("a\\_b");
  expect(likePattern("100\\%")).toBe("100\\%");
  expect(likePattern("a\\\\%")).toBe("a\\\\%");
  expect(likePattern("a\\b\\")).toBe("a\\\\b\\\\");
});

test("literal patterns return the text that they were made of", () => {
  for (const text of ["100%", "a\\b", "\\%", "\\\\"]) {
    expect(textOfPattern(literalPattern(text))).toBe(text);
    expect(likePattern(literalPattern(text))).toBe(text.replace(/[\\%]/g, "\\$&"));
  }
});
