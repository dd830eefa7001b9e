import fc from "fast-check";
import { expect, it } from "vitest";
import { cutText, quoted, shortAddress } from "./cutText";

it.each([
  ["abc", 3, "abc"],
  ["abcd", 3, "abc"],
  ["a😀b", 1, "a"],
  ["a😀b", 2, "a"],
  ["a😀b", 3, "a😀"],
  ["😀😀", 0, ""],
  ["😀😀", 1, ""],
])("cuts %s to %i as %s", (text, max, cut) => {
  expect(cutText(text, max)).toBe(cut);
});

it("keeps as many whole characters as fit", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), fc.nat(20), (text, max) => {
      let whole = "";
      for (const letter of text) {
        if (whole.length + letter.length > max) break;
        whole += letter;
      }
      expect(cutText(text, max)).toBe(whole);
    }),
  );
});

it("truncates quoted texts, and texts shown with both ends, at whole characters", () => {
  expect(quoted(`x${"😀".repeat(60)}`)).toBe(`"x${"😀".repeat(49)}…"`);
  expect(shortAddress(`x${"😀".repeat(20)}y`)).toBe(`x${"😀".repeat(7)}…${"😀".repeat(5)}y`);
  expect(shortAddress("0x7712c34205737192402172409a8f7ccef8a2aec0")).toBe("0x7712c3…a2aec0");
});
