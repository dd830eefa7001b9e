import { expect, it } from "vitest";
import { giveMemoryBack } from "./giveMemoryBack";

it("returns what is no longer in use", async () => {
  let filled: { n: number }[] | null = Array.from({ length: 8_000_000 }, (_, n) => ({ n }));
  expect(filled).toHaveLength(8_000_000);
  filled = null;
  const before = process.memoryUsage().heapTotal;
  await giveMemoryBack();
  expect(process.memoryUsage().heapTotal).toBeLessThan(before - 40_000_000);
});
