import { expect, test } from "vitest";
import { formatDataVersion } from "./formatDataVersion";

test("a data version is shown as a day and a number, unique for each version", () => {
  const midnight = Date.parse("2026-11-27T00:00:00Z") / 1_000;
  expect(formatDataVersion(midnight)).toBe("2026-11-27.0");
  expect(formatDataVersion(midnight + 38_029)).toBe("2026-11-27.38029");
  expect(formatDataVersion(midnight + 86_399)).toBe("2026-11-27.86399");
  expect(formatDataVersion(midnight + 86_400)).toBe("2026-11-28.0");
  expect(formatDataVersion(0)).toBe("0");
});
