import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import type { TestProject } from "vitest/node";
import { CHROMIUM_MISSING, findChromium } from "./chromium";
import { offerPeopleProduct } from "./peopleProduct";
import { startProduct } from "./product";
import { startMailServer } from "./smtp";

declare module "vitest" {
  interface ProvidedContext {
    /** URL of a running product with sample data, shared by every end-to-end file. */
    productUrl: string;
    /** Its data folder. */
    productDataDir: string;
    /** Folder of the emails that it has sent. */
    productMails: string;
    /** URL that returns the location of the product without sample data, shared by the files about people. */
    peopleProductOffer: string;
    /** The reason why there is no browser, or an empty string. */
    browserMissing: string;
  }
}

/** One product with sample data for all end-to-end files: loading it takes most of the time. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  project.provide("browserMissing", findChromium() === null ? CHROMIUM_MISSING : "");
  const mails = mkdtempSync(path.join(os.tmpdir(), "cadastre-mails-"));
  const mailServer = await startMailServer({ folder: mails });
  // Sample data is generated while other tests run: each file waits for it.
  const dataDir = process.env.E2E_DATA_DIR;
  const product = await startProduct({
    // Each page is opened from its own network address. Access to gated pages is tested on the people product.
    env: { SMTP_URL: mailServer.url, TRUST_PROXY: "1", OPEN_FEATURES: "enable-experimental-features" },
    waitForSample: false,
    ...(dataDir !== undefined && { dataDir }),
  });
  project.provide("productUrl", product.url);
  project.provide("productDataDir", product.dataDir);
  project.provide("productMails", mails);
  const people = await offerPeopleProduct();
  project.provide("peopleProductOffer", people.url);
  return async () => {
    await people.close();
    await (dataDir === undefined ? product.remove() : product.stop());
    await mailServer.stop();
    rmSync(mails, { recursive: true, force: true });
  };
}
