import { expect, test } from "vitest";
import { formatTimeLeft } from "./formatTimeLeft";

test.each([
  [0.2, "0 s"],
  [59.4, "59 s"],
  [59.5, "1 min"],
  [3_569, "59 min"],
  [3_570, "1 h 0 min"],
  [7_500, "2 h 5 min"],
  [86_369, "23 h 59 min"],
  [86_400, "1 d 0 h"],
  [5_000_000, "57 d 21 h"],
])("%d seconds are %s", (seconds, words) => expect(formatTimeLeft(seconds)).toBe(words));
