import { expect, test } from "vitest";
import { createRateMeter } from "./readingRate";

const progress = (done: number) => ({
  ...{ done, total: 10_000, wanted: 20_000, blocks: done / 2, logs: done * 3, endpoint: null },
});

test("measures the last half minute, and says when the rest will have been read", () => {
  const measure = createRateMeter();
  const nothing = { blocksPerSecond: 0, logsPerSecond: 0, secondsLeft: null };
  expect(measure(progress(0), 5_000)).toEqual(nothing);
  expect(measure(progress(0), 6_000)).toEqual(nothing);
  expect(measure(progress(1_000), 15_000)).toEqual({
    ...{ blocksPerSecond: 50, logsPerSecond: 300, secondsLeft: 90 },
  });
  // Only the last thirty seconds count.
  measure(progress(2_000), 100_000);
  expect(measure(progress(5_000), 130_000)).toMatchObject({ blocksPerSecond: 50, secondsLeft: 50 });
});

test("measures parts that take longer than its window", () => {
  const measure = createRateMeter();
  measure(progress(0), 0);
  measure(progress(1_000), 100_000);
  expect(measure(progress(2_000), 200_000)).toMatchObject({ blocksPerSecond: 5, secondsLeft: 800 });
});
