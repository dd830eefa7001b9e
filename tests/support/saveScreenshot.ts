import { mkdirSync } from "node:fs";
import type { Page } from "playwright-core";

/** Saves a screenshot to the folder `E2E_SHOTS`; does nothing if that is not set. */
export async function saveScreenshot(page: Page, name: string): Promise<void> {
  const folder = process.env.E2E_SHOTS;
  if (folder === undefined) return;
  mkdirSync(folder, { recursive: true });
  await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true });
}
