import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { countryName } from "./countryName";

test("a country has the name that the catalog gives its jurisdiction", () => {
  const lines = readFileSync("catalog/jurisdictions.jsonl", "utf8").trim().split("\n");
  const named = lines.map((line): { country_code: string; name: string } => JSON.parse(line));
  expect(named.length).toBeGreaterThan(80);
  for (const { country_code, name } of named) {
    expect([country_code, countryName(country_code)]).toEqual([country_code, name]);
  }
});

test("text that is not a country code is unchanged", () => {
  expect(["Guernsey", "us", "", "QQ"].map(countryName)).toEqual(["Guernsey", "us", "", "QQ"]);
});
