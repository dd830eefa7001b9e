import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { sourcesFile, sourcesText } from "./generateSources";

it("scheduledSources.gen.ts is up to date (npm run docs)", () => {
  expect(readFileSync(sourcesFile, "utf8")).toBe(sourcesText());
});
