import { expect, test } from "vitest";
import { findWords } from "./plainWords";

test("finds words in comments, declared names and titles of tests, and names the replacement", () => {
  const source = [
    "/** Whoever asked is told. */",
    "export function turnOf(heldRows: number, { kept: toldRows }: Row) {}",
    "interface Row { askedFor: string; returned: number }",
    'it.each([1])("tells %d", () => undefined);',
    "describe(`held rows`, () => undefined);",
    'const text = "nobody asked";',
  ].join("\n");
  expect(findWords(source).map(({ line, word, where }) => [line, word, where])).toEqual([
    [1, "whoever", "comment"],
    [1, "asked", "comment"],
    [1, "told", "comment"],
    [2, "turn", "identifier"],
    [2, "held", "identifier"],
    [2, "told", "identifier"],
    [3, "asked", "identifier"],
    [4, "tells", "test title"],
    [5, "held", "test title"],
  ]);
  expect(findWords("// Told once.")[0]?.advice).toContain("reported");
  expect(findWords("const Page = () => <main>told</main>;", true)).toEqual([]);
});
