import { expect, test } from "vitest";
import { searchOfView } from "./savedViewLimits";

test("a view keeps the state of a page, and not where somebody was in it", () => {
  expect(searchOfView("?sort=-name&page=3&after=WyJ0&before=end&explain=price_dollar")).toBe("?sort=-name");
  expect(searchOfView("?after=WyJ0")).toBe("");
});
