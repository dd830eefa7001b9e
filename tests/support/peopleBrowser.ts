/** A product that sends mail, the mail server that receives it, and a browser: what tests about people need. */
import type { Browser, BrowserContextOptions, Locator, Page } from "playwright-core";
import { inject, onTestFinished } from "vitest";
import { launchChromium } from "./chromium";
import { hangLimits } from "./hangLimits";
import { cadastre, type Product, startProduct } from "./product";
import { codeInFolder, type MailServer, startMailServer } from "./smtp";

/** What somebody does in a browser on a product that sends mail. */
export interface PeopleInBrowser {
  /** A page of a browser without any history, and what went wrong on it. */
  open: (options?: BrowserContextOptions) => Promise<{ page: Page; errors: string[] }>;
  /** Signs an address in by its code and ends on a page. */
  signIn: (page: Page, email: string, path?: string) => Promise<void>;
  close: () => Promise<void>;
}

export interface PeopleBrowser extends PeopleInBrowser {
  product: Product;
  mail: MailServer;
}

/** A product without sample data and a mail server, for one file alone. */
export async function startPeopleBrowser(env: Record<string, string> = {}): Promise<PeopleBrowser> {
  const mail = await startMailServer();
  const [product, browser]: [Product, Browser] = await Promise.all([
    startProduct({ env: { SAMPLE_DATA: "off", SMTP_URL: mail.url, ...env } }),
    launchChromium(),
  ]);
  return {
    ...peopleIn(browser, product.url, mail.codeFor),
    product,
    mail,
    close: async () => {
      await browser.close();
      await product.remove();
      await mail.stop();
    },
  };
}

/** The product with sample data that all end-to-end files share; who signs in has an address that no other file uses. */
export async function openSharedProduct(): Promise<
  PeopleInBrowser & { product: Pick<Product, "url" | "cadastre"> }
> {
  const url = inject("productUrl");
  const browser = await launchChromium();
  return {
    ...peopleIn(browser, url, (email) => codeInFolder(inject("productMails"), email)),
    product: { url, cadastre: (...args) => cadastre(args, { DATA_DIR: inject("productDataDir") }) },
    close: () => browser.close(),
  };
}

const peopleIn = (
  browser: Browser,
  baseURL: string,
  codeFor: (email: string) => string,
): Pick<PeopleInBrowser, "open" | "signIn"> => ({
  open: async (options) => {
    const context = await browser.newContext({ baseURL, ...options });
    context.setDefaultTimeout(hangLimits.state);
    // A page that is left open goes on working.
    onTestFinished(() => context.close());
    const page = await context.newPage();
    const errors: string[] = [];
    page.on("pageerror", (error) => errors.push(String(error)));
    page.on("console", (message) => {
      if (message.type() === "error") errors.push(message.text());
    });
    return { page, errors };
  },
  signIn: (page, email, path) => signIn(page, { email, codeFor, path }),
});

export interface SignInOptions {
  email: string;
  /** The code that was mailed to an address. */
  codeFor: (email: string) => string;
  /** Where it ends. Default: `/settings`. */
  path?: string;
}

/** Signs an address in by its code, on a page of a context that knows the address of the product. */
export async function signIn(
  page: Page,
  { email, codeFor, path = "/settings" }: SignInOptions,
): Promise<void> {
  await page.goto(`/login?${new URLSearchParams({ callbackUrl: path })}`);
  await enterEmail(page, email);
  await page.getByLabel("6-digit code").fill(codeFor(email));
  await page.getByRole("button", { name: "Verify" }).click();
  await page.waitForURL((url) => url.pathname === path);
  await accountButton(page).waitFor();
}

/** The button of the user menu, also while a dialog hides it from everything but the eye. */
export const accountButton = (page: Page): Locator => page.locator('[aria-label^="Account:"]');

/** Opens a page and waits until it has been counted as a visit. */
export async function visit(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await page.waitForFunction(
    (shown) => sessionStorage.getItem("cadastre.visits")?.includes(`"${shown}"`),
    path,
  );
}

/** Opens as many pages as a visitor may read before being asked to sign in: the last is `/treasuries`. */
export async function visitEnough(page: Page): Promise<void> {
  for (const path of ["/stablecoins", "/networks", "/treasuries"]) await visit(page, path);
}

/** Step one of the sign-in page. */
export async function enterEmail(page: Page, email: string): Promise<void> {
  const field = page.getByLabel("Email", { exact: true });
  await untilAlive(page);
  await field.fill(email);
  await page.getByRole("button", { name: "Continue with email" }).click();
  await page.getByLabel("6-digit code").waitFor();
}

/** Waits until scripts have taken a page over: a form before that is sent by the browser itself. */
export async function untilAlive(page: Page): Promise<void> {
  await page.waitForFunction(() => "cadastreRollouts" in window);
}

/** Answers everything that the welcome form asks, so that it stays away. */
export async function completeProfile(page: Page): Promise<void> {
  const status = await page.evaluate(async () => {
    const profile = { company: "Acme", companyType: "Media", acquisitionChannel: "Other" };
    const response = await fetch("/api/trpc/userSettings.updateProfile", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ profile }),
    });
    return response.status;
  });
  if (status !== 200) throw new Error(`the profile was not saved: ${status}`);
  await page.reload();
  await accountButton(page).waitFor();
}
