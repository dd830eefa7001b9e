import { expect, it } from "vitest";
import { itemForKey } from "./LinkPicker";

const labels = ["Value", "Holders", "Price", "Premium", "NAV"];

it.each([
  ["ArrowDown", -1, 0],
  ["ArrowDown", 1, 2],
  ["ArrowDown", 4, 0],
  ["ArrowUp", -1, 4],
  ["ArrowUp", 0, 4],
  ["ArrowUp", 3, 2],
  ["Home", 3, 0],
  ["End", 0, 4],
])("%s moves from %i to %i, with wrap-around", (key, from, to) => {
  expect(itemForKey(key, from, labels)).toBe(to);
});

it("moves to the next item that starts with a letter, in any case, with wrap-around", () => {
  expect(itemForKey("p", 0, labels)).toBe(2);
  expect(itemForKey("P", 2, labels)).toBe(3);
  expect(itemForKey("p", 3, labels)).toBe(2);
  expect(itemForKey("n", 4, labels)).toBe(4);
});

it("ignores other keys, and letters that start no item", () => {
  for (const key of ["z", "Tab", "Enter", "Escape", " ", "F5"]) expect(itemForKey(key, 0, labels)).toBeNull();
  expect(itemForKey("ArrowDown", -1, [])).toBeNull();
});
