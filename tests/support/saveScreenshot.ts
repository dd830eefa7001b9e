import { mkdirSync } from "node:fs";
import type { Page } from "playwright-core";

/** Keeps a picture of a page in the folder that `E2E_SHOTS` names, to be looked at; does nothing without it. */
export async function saveScreenshot(page: Page, name: string): Promise<void> {
  const folder = process.env.E2E_SHOTS;
  if (folder === undefined) return;
  mkdirSync(folder, { recursive: true });
  await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true });
}
