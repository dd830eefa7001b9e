import { expect, test } from "vitest";
import { assetBatches } from "./assetBatches";

test("batches stay within the limit of rows, except for one asset above it", () => {
  const assets = [4, 6, 1, 25, 3, 3].map((rows, index) => ({ assetId: index + 1, rows }));
  expect([...assetBatches(assets, 10)]).toEqual([[1, 2], [3], [4], [5, 6]]);
  expect([...assetBatches([], 10)]).toEqual([]);
});
