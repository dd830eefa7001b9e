import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { worldMap } from "../src/web/features/jurisdictions/worldMap";

const { drawWorldMap } = await import(new URL("./world-map.js", import.meta.url).href);

const root = new URL("../", import.meta.url);
const read = (path: string) => readFileSync(new URL(path, root), "utf8");

test("the map is the output of its script for the atlas", async () => {
  for (const [path, text] of Object.entries<string>(await drawWorldMap())) {
    expect([path, read(path).replace(/\s+/g, " ")]).toEqual([path, text.replace(/\s+/g, " ")]);
  }
});

test("every jurisdiction of the catalog is on the map", () => {
  const codes = read("catalog/jurisdictions.jsonl")
    .trim()
    .split("\n")
    .map((line): string => JSON.parse(line).country_code);
  const drawn = `${worldMap.shapes} ${worldMap.dots}`.split(" ");
  expect(codes.filter((code) => !drawn.includes(code))).toEqual([]);
});

test("each country has one symbol of its name", () => {
  const svg = read("public/world.svg");
  for (const code of `${worldMap.shapes} ${worldMap.dots}`.split(" ")) {
    expect([code, svg.split(`id="${code}"`).length - 1]).toEqual([code, 1]);
  }
});
