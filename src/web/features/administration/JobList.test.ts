import { expect, test } from "vitest";
import { durationWords } from "./JobList";

test.each([
  [0, "0 ms"],
  [999, "999 ms"],
  [1_000, "1.0 s"],
  [59_940, "59.9 s"],
  [59_960, "1 min 0 s"],
  [250_000, "4 min 10 s"],
  [3_599_400, "59 min 59 s"],
  [3_599_600, "1 h 0 min"],
  [7_500_000, "2 h 5 min"],
])("%i ms is formatted as %s", (ms, words) => expect(durationWords(ms)).toBe(words));
