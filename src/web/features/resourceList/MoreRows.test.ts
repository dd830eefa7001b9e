import { expect, it } from "vitest";
import { hasMoreRows } from "./MoreRows";

it("offers more rows only if rows are listed", () => {
  expect(hasMoreRows({ isWhole: false, listed: 10, unread: 26 })).toBe(true);
  expect(hasMoreRows({ isWhole: false, listed: 0, unread: 26, unknown: 10 })).toBe(false);
});
