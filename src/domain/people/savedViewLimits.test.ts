import { expect, test } from "vitest";
import { searchOfView } from "./savedViewLimits";

test("a view stores the state of a page, but not the position in it", () => {
  expect(searchOfView("?sort=-name&page=3&after=WyJ0&before=end&explain=price_dollar")).toBe("?sort=-name");
  expect(searchOfView("?after=WyJ0")).toBe("");
});
