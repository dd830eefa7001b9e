import { bench, describe } from "vitest";
import type { SearchItem } from "#domain/screens";
import { createSearchIndex } from "./createSearchIndex";

const words = [
  "Treasury",
  "Fund",
  "Digital",
  "Liquidity",
  "Bond",
  "Gold",
  "Credit",
  "Estate",
  "Prime",
  "Yield",
];
const items: SearchItem[] = Array.from({ length: 10_000 }, (_, i) => ({
  label: `${words[i % 10]} ${words[(i * 7 + 3) % 10]} ${words[(i * 3 + 1) % 10]} ${i}`,
  sublabel: `Asset ${i} · Ethereum`,
  href: `/assets/${i}`,
  keywords: [`TK${i}`],
  addresses: [`0x${i.toString(16).padStart(40, "0")}`],
}));
const index = createSearchIndex([{ id: "assets", label: "Assets", items }]);

// A key press must be processed within 50 ms, rendering included.
describe("10,000 entries", () => {
  for (const query of [
    "t",
    "tr",
    "treas",
    "treasury fund",
    "tresury liquidty",
    "0x0000",
    "gold prime yield 12",
  ]) {
    bench(query, () => {
      index.search(query);
    });
  }
});
