import type { TestProject } from "vitest/node";
import { findChromium } from "./chromium";
import { startProduct } from "./product";

declare module "vitest" {
  interface ProvidedContext {
    /** Address of a running product with sample data; every end-to-end file shares it. */
    productUrl: string;
    /** Its data folder. */
    productDataDir: string;
    /** Why there is no browser, or an empty string. */
    browserMissing: string;
  }
}

/** One product with sample data for all end-to-end files: loading it is most of the cost. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const chromium = findChromium();
  if ("missing" in chromium && process.env.CI !== undefined) throw new Error(chromium.missing);
  project.provide("browserMissing", "missing" in chromium ? chromium.missing : "");
  const product = await startProduct();
  project.provide("productUrl", product.url);
  project.provide("productDataDir", product.dataDir);
  return () => product.remove();
}
