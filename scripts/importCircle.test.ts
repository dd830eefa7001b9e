import { expect, it } from "vitest";

const { importCircle } = await import(new URL("./importCircle.js", import.meta.url).href);

it("finds no circle where files share what they import", () => {
  const imports = new Map([
    ["page", ["table", "chart"]],
    ["table", ["parts"]],
    ["chart", ["parts"]],
    ["parts", []],
  ]);
  expect(importCircle(imports)).toBeNull();
});

it("names the files of a circle in their order", () => {
  const imports = new Map([
    ["page", ["dialog"]],
    ["dialog", ["menu"]],
    ["menu", ["popup"]],
    ["popup", ["dialog"]],
  ]);
  expect(importCircle(imports)).toEqual(["dialog", "menu", "popup", "dialog"]);
});
