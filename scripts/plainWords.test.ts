import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
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

test("the source has none of them", () => {
  const roots = ["bin", "clients/typescript/src", "scripts", "src", "tests"];
  const files = roots.flatMap((root) =>
    readdirSync(root, { recursive: true, encoding: "utf8" }).map((file) => path.join(root, file)),
  );
  const found = files
    .filter((file) => /\.(ts|tsx|js)$/.test(file) && !/\.gen\.ts$|node_modules|plainWords/.test(file))
    .flatMap((file) =>
      findWords(readFileSync(file, "utf8"), file.endsWith("x")).map(
        ({ line, word, where, advice }) => `${file}:${line} ${where} "${word}": ${advice}`,
      ),
    );
  expect(found).toEqual([]);
});
