import { expect, test } from "vitest";
import { formatMegabytes } from "./DataSetTable";

test.each([
  [0, "< 0.1 MB"],
  [99_999, "< 0.1 MB"],
  [412_345, "0.4 MB"],
  [9_940_000, "9.9 MB"],
  [12_345_678, "12 MB"],
  [1_234_567_890, "1,235 MB"],
])("%i bytes are %s", (bytes, words) => {
  expect(formatMegabytes(bytes)).toBe(words);
});
