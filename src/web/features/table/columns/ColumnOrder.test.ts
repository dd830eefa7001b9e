import { expect, test } from "vitest";
import { moved } from "./ColumnOrder";

test("an item moves, and the others keep their order", () => {
  expect(moved(["a", "b", "c", "d"], 1, 1)).toEqual(["a", "c", "b", "d"]);
  expect(moved(["a", "b", "c", "d"], 3, -1)).toEqual(["a", "b", "d", "c"]);
  expect(moved(["a", "b", "c", "d"], 1, 2)).toEqual(["a", "c", "d", "b"]);
});
