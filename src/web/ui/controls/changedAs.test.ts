import { expect, test } from "vitest";
import { changedAs } from "./changedAs";

const shown = ["a", "b", "c"];

test("if the shown list is current, the result is the next list", () => {
  for (const next of [["a", "b", "c", "d"], ["a", "c"], ["c", "a", "b"], []]) {
    expect(changedAs(shown, shown, next)).toEqual(next);
  }
});

test("earlier pending additions and removals are kept, in order", () => {
  expect(changedAs(["a", "b", "c", "d"], shown, ["a", "b", "c", "e"])).toEqual(["a", "b", "c", "d", "e"]);
  expect(changedAs(["a", "b", "c", "d"], shown, ["a", "b", "c", "d"])).toEqual(["a", "b", "c", "d"]);
  expect(changedAs(["a", "c"], shown, ["a", "b"])).toEqual(["a"]);
  expect(changedAs(["c", "a"], shown, ["b", "a", "c"])).toEqual(["a", "c"]);
});
