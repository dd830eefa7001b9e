import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { docsFolder, generatedDocs } from "./generateDocs";

describe("the generated documentation", () => {
  it.each(Object.entries(generatedDocs()))("%s is up to date (npm run docs)", (name, text) => {
    expect(readFileSync(path.join(docsFolder, name), "utf8")).toBe(text);
  });
});
