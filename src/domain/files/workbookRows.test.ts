import { expect, test } from "vitest";
import { workbookRows } from "./workbookRows";

test("days are dates, and what only looks like one stays text", () => {
  const texts = ["2026-01-31", "2024-02-29", "2026-02-30", "2026-13-45", "0000-00-00", "1900-01-01"];
  const [, ...rows] = workbookRows(
    ["Text"],
    texts.map((text) => [text]),
  );
  expect(rows.map(([cell]) => cell?.value)).toEqual([
    new Date("2026-01-31T00:00:00Z"),
    new Date("2024-02-29T00:00:00Z"),
    ...texts.slice(2),
  ]);
});

test("moments in UTC are dates with a time, and invalid ones stay text", () => {
  const texts = [
    "2026-01-31T23:59:58Z",
    "2026-01-31T00:00:00.250Z",
    "2026-02-30T00:00:00Z",
    "2026-01-31T25:00:00Z",
  ];
  const [, ...rows] = workbookRows(
    ["Time"],
    texts.map((text) => [text]),
  );
  expect(rows.map(([cell]) => cell)).toEqual([
    { value: new Date("2026-01-31T23:59:58Z"), type: Date, format: "yyyy-mm-dd hh:mm:ss" },
    { value: new Date("2026-01-31T00:00:00.250Z"), type: Date, format: "yyyy-mm-dd hh:mm:ss" },
    { value: texts[2], type: String },
    { value: texts[3], type: String },
  ]);
});
