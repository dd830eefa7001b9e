import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { recordKindsFile, recordKindsText } from "./generateRecordKinds";

it("recordKinds.gen.ts is up to date (npm run docs)", () => {
  expect(readFileSync(recordKindsFile, "utf8")).toBe(recordKindsText());
});
