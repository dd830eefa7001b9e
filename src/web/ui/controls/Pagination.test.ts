import { expect, test } from "vitest";
import { pageNumbers } from "./Pagination";

test.each([
  [1, 1, [1]],
  [1, 4, [1, 2, 3, 4]],
  [1, 24, [1, 2, null, 23, 24]],
  [7, 24, [1, 2, null, 6, 7, 8, null, 23, 24]],
  [4, 24, [1, 2, 3, 4, 5, null, 23, 24]],
  [24, 24, [1, 2, null, 23, 24]],
  // A gap for a single number shows that number.
  [5, 24, [1, 2, 3, 4, 5, 6, null, 23, 24]],
])("page %i of %i shows %j", (page, count, shown) => {
  expect(pageNumbers(page, count)).toEqual(shown);
});
