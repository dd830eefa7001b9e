import fc from "fast-check";
import { expect, test } from "vitest";
import { digitsOf, isCompleteCode } from "./CodeForm";

test("spaces, dashes and text around a pasted code are removed", () => {
  expect(digitsOf(" 123 456\n")).toBe("123456");
  expect(digitsOf("Your code: 123-456.")).toBe("123456");
  expect(digitsOf("12345678")).toBe("123456");
  expect(digitsOf("abc")).toBe("");
});

test("a code is exactly six digits", () => {
  expect(isCompleteCode("012345")).toBe(true);
  for (const text of ["12345", "1234567", "12345a", " 123456", "123456\n", "", "１２３４５６"]) {
    expect(isCompleteCode(text), JSON.stringify(text)).toBe(false);
  }
});

test("typed text is cut off after six digits", () => {
  fc.assert(fc.property(fc.string(), (text) => /^[0-9]{0,6}$/.test(digitsOf(text))));
});
