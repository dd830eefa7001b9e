import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { screenPartsFile, screenPartsText } from "./generateScreenParts";

it("screenParts.gen.ts is up to date (npm run docs)", () => {
  expect(readFileSync(screenPartsFile, "utf8")).toBe(screenPartsText());
});
