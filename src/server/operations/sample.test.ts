import { expect, it } from "vitest";
import { releaseMemory } from "./sample";

it("returns unused memory to the system", async () => {
  let filled: { n: number }[] | null = Array.from({ length: 8_000_000 }, (_, n) => ({ n }));
  expect(filled).toHaveLength(8_000_000);
  filled = null;
  const before = process.memoryUsage().heapTotal;
  await releaseMemory();
  expect(process.memoryUsage().heapTotal).toBeLessThan(before - 40_000_000);
});
