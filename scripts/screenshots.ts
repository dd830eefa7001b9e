/**
 * `npm run screenshots`: takes the screenshots of the README from the built product with sample data, so that they
 * stay accurate.
 */
import { mkdirSync } from "node:fs";
import path from "node:path";
import type { Browser } from "playwright-core";
import { launchChromium } from "../tests/support/chromium";
import { root, startProduct } from "../tests/support/product";

const folder = path.join(root, "docs/screenshots");

interface Shot {
  name: string;
  path: string;
  width: number;
  height: number;
  dark?: boolean;
}

const shots: readonly Shot[] = [
  { name: "overview", path: "/", width: 1440, height: 960 },
  { name: "class", path: "/stablecoins", width: 1280, height: 900 },
  { name: "asset-dark", path: "/assets/buidl", width: 1280, height: 900, dark: true },
  { name: "phone", path: "/treasuries", width: 390, height: 844 },
];

async function take(browser: Browser, url: string, shot: Shot): Promise<void> {
  const context = await browser.newContext({
    viewport: { width: shot.width, height: shot.height },
    deviceScaleFactor: 1,
    colorScheme: shot.dark ? "dark" : "light",
  });
  await context.addInitScript((theme) => localStorage.setItem("theme", theme), shot.dark ? "dark" : "light");
  const page = await context.newPage();
  await page.goto(`${url}${shot.path}`, { waitUntil: "networkidle" });
  await page.screenshot({ path: path.join(folder, `${shot.name}.png`) });
  await context.close();
}

mkdirSync(folder, { recursive: true });
const product = await startProduct();
const browser = await launchChromium();
try {
  for (const shot of shots) await take(browser, product.url, shot);
} finally {
  await browser.close();
  await product.remove();
}
