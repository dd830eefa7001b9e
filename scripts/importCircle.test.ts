import { expect, it } from "vitest";

const { importCircle } = await import(new URL("./importCircle.js", import.meta.url).href);

it("finds no circle if files share their imports", () => {
  const imports = new Map([
    ["page", ["table", "chart"]],
    ["table", ["parts"]],
    ["chart", ["parts"]],
    ["parts", []],
  ]);
  expect(importCircle(imports)).toBeNull();
});

it("returns the files of a circle in order", () => {
  const imports = new Map([
    ["page", ["dialog"]],
    ["dialog", ["menu"]],
    ["menu", ["popup"]],
    ["popup", ["dialog"]],
  ]);
  expect(importCircle(imports)).toEqual(["dialog", "menu", "popup", "dialog"]);
});
