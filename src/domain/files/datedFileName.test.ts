import { expect, test } from "vitest";
import { datedFileName } from "./datedFileName";

test("a file name has the content, the last day, and the mark of sample data", () => {
  const named = { title: "Value by Network (É)", date: "2026-01-31" };
  expect(datedFileName({ ...named, isSample: false })).toBe("value-by-network-e-2026-01-31");
  expect(datedFileName({ ...named, isSample: true })).toBe("value-by-network-e-2026-01-31-sample");
  expect(datedFileName({ title: "图", date: null, isSample: false })).toBe("figures");
});
