import { expect, test } from "vitest";
import { ordinal, rankWords, shareCourse } from "./marketShare";

test("ranks are ordinals", () => {
  expect([1, 2, 3, 4, 11, 12, 13, 21, 22, 103, 111, 1_002].map(ordinal)).toEqual([
    "1st",
    "2nd",
    "3rd",
    "4th",
    "11th",
    "12th",
    "13th",
    "21st",
    "22nd",
    "103rd",
    "111th",
    "1,002nd",
  ]);
});

test("a rank includes the number of ranked entities", () => {
  expect(rankWords({ place: 3, of: 45, kind: "networks" })).toBe("3rd of 45 networks with a known value");
  expect(rankWords({ place: 1, of: 1, kind: "networks" })).toBe(
    "The only one of its kind with a known value",
  );
});

test("a share is of the total on the same day, and omitted if that is zero", () => {
  expect(
    shareCourse(
      [
        ["2026-01-31", 1],
        ["2026-02-28", 3],
        ["2026-03-31", 4],
      ],
      [
        ["2026-01-31", 4],
        ["2026-02-28", 0],
        ["2026-04-30", 8],
      ],
    ),
  ).toEqual([["2026-01-31", 25]]);
});
