/** Cost of a key press in the global search over 10,000 entries, compared with a plain field of the same page. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Page } from "playwright-core";
import { launchChromium } from "../support/chromium";
import { startProduct } from "../support/product";
import { withoutSignInModal } from "../support/withoutSignInModal";
import { comparisonOf, type Measure } from "./comparison";

const words = [
  ...["Treasury", "Fund", "Digital", "Liquidity", "Bond"],
  ...["Gold", "Credit", "Estate", "Prime", "Yield"],
];

/** Entries as returned by the server. */
export const manyEntries = Array.from({ length: 10_000 }, (_, i) => ({
  label: `${words[i % 10]} ${words[(i * 7 + 3) % 10]} ${words[(i * 3 + 1) % 10]} ${i}`,
  sublabel: `Asset ${i} · Ethereum`,
  href: `/assets/${i}`,
  keywords: [`TK${i}`],
  addresses: [`0x${i.toString(16).padStart(40, "0")}`],
}));

/** Milliseconds from each key press until its letter is on the screen. */
async function typingDelays(page: Page): Promise<number[]> {
  await page.evaluate(() => {
    const delays: number[] = [];
    Object.assign(window, { delays });
    document.addEventListener(
      "keydown",
      () => {
        const pressed = performance.now();
        // The letter is on the screen with the next frame.
        requestAnimationFrame(() => setTimeout(() => delays.push(performance.now() - pressed)));
      },
      true,
    );
  });
  await page.keyboard.type("tresury liquidty fund", { delay: 60 });
  return page.evaluate(() => Reflect.get(window, "delays") as number[]);
}

export const typing: Measure = {
  name: "typing",
  doc: "a key press in the global search over 10,000 entries against one in a plain field (target: median below 50 ms)",
  needsBuild: true,
  run: async ({ say }) => {
    const dataDir = mkdtempSync(path.join(tmpdir(), "cadastre-typing-"));
    const product = await startProduct({ dataDir, env: { SAMPLE_DATA: "off" } });
    const browser = await launchChromium();
    try {
      const context = await browser.newContext();
      await withoutSignInModal(context);
      const [plain, page] = [await context.newPage(), await context.newPage()];
      await page.route("**/api/trpc/*search.getInitialSearchGroups*", (route) =>
        route.fulfill({
          json: [{ result: { data: [{ id: "assets", label: "Assets", items: manyEntries }] } }],
        }),
      );
      await plain.bringToFront();
      await plain.goto(`${product.url}/login`, { waitUntil: "networkidle" });
      await plain.getByLabel("Email", { exact: true }).focus();
      const theirs = await typingDelays(plain);
      await page.bringToFront();
      await page.goto(`${product.url}/networks`, { waitUntil: "networkidle" });
      await page.keyboard.press("Control+k");
      await page.getByRole("dialog", { name: "Search" }).getByText("Assets", { exact: true }).waitFor();
      const ours = await typingDelays(page);
      const comparison = comparisonOf(
        { measure: "typing", what: "key press in the search", unit: "ms", aim: null, note: "10,000 entries" },
        { ours, theirs },
      );
      say(`median ${comparison.ours.toFixed(1)} ms`);
      return [comparison];
    } finally {
      await browser.close();
      await product.stop();
      rmSync(dataDir, { recursive: true, force: true });
    }
  },
};
