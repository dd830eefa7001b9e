import { expect, test } from "vitest";
import { plainLine, plainText } from "./plainText";

const problemsOf = (schema: ReturnType<typeof plainLine> | ReturnType<typeof plainText>, text: string) =>
  schema.safeParse(text).error?.issues.map(({ message }) => message) ?? [];

test("a line contains no control characters", () => {
  const name = plainLine(80);
  expect(name.parse("  Jürgen\u200f Åberg ")).toBe("Jürgen\u200f Åberg");
  for (const control of ["\0", "\n", "\u001b", "\u2028", "\ud800"]) {
    expect(problemsOf(name, `a${control}b`)).toEqual([
      "contains a control character, such as a line break or NUL",
    ]);
  }
});

test("lines of text contain line breaks and tabs, but no other control characters", () => {
  expect(plainText(80).parse("a\r\nb\tc\rd")).toBe("a\nb\tc\nd");
  expect(problemsOf(plainText(80, "Message"), "a\0b")).toEqual([
    "Message contains a control character, such as NUL",
  ]);
});
