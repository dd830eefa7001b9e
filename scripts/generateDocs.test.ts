import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { firms } from "#domain/vocabulary";
import { docsFolder, generatedDocs } from "./generateDocs";

describe("the generated documentation", () => {
  it.each(Object.entries(generatedDocs()))("%s is up to date (npm run docs)", (name, text) => {
    expect(readFileSync(path.join(docsFolder, name), "utf8")).toBe(text);
  });

  it("marks catalog files as optional if the shipped catalog may omit them", () => {
    const page = generatedDocs()["catalog.md"] ?? "";
    const files = [...page.matchAll(/^`(catalog\/[^`]*)`(.*)$/gm)];
    expect(files.filter(([, , note]) => note === " (optional)").map(([, file]) => file)).toEqual([
      ...firms.filter(({ isStated }) => !isStated).map(({ resource }) => `catalog/${resource}.jsonl`),
      "catalog/addresses/*.jsonl",
      "catalog/evidence/*.jsonl",
      "catalog/citations.jsonl",
      "catalog/news.jsonl",
    ]);
    const required = files.filter(([, , note]) => note === "");
    expect(required.length).toBeGreaterThan(5);
    for (const [, file = ""] of required) expect(existsSync(path.dirname(file)), file).toBe(true);
  });
});
