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
