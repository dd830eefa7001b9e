import { expect, test } from "vitest";
import { shareCourse } from "./shareCourse";

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
