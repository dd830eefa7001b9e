/** A product that sends email, the mail server that receives it, and a browser, for tests about people. */
import type {
  APIRequestContext,
  Browser,
  BrowserContext,
  BrowserContextOptions,
  Locator,
  Page,
} from "playwright-core";
import { inject, onTestFinished } from "vitest";
import { sharedChromium } from "./chromium";
import { hangLimits } from "./hangLimits";
import { newNetworkAddress } from "./networkAddress";
import { untilFrameHydrated } from "./openPage";
import { findPeopleProduct, type PeopleProduct } from "./peopleProduct";
import { cadastre, type Product, startProduct } from "./product";
import { lendTab } from "./reusedContexts";
import { codeInFolder, type MailServer, mailsInFolder, startMailServer } from "./smtp";

/** Actions of a user in a browser on a product that sends email. */
export interface PeopleInBrowser {
  /** A page of a browser without history, and its errors. */
  open: (options?: BrowserContextOptions) => Promise<{ page: Page; errors: string[] }>;
  /** Signs an address in by its code and opens a page, `/settings` by default. */
  signIn: (page: Page, email: string, path?: string) => Promise<void>;
  /** The same for a user who has completed the welcome form. */
  signInKnown: (page: Page, email: string, path?: string) => Promise<void>;
  close: () => Promise<void>;
}

export interface PeopleBrowser extends PeopleInBrowser {
  product: Product;
  mail: MailServer;
}

/** A product without sample data and a mail server, for one file. */
export async function startPeopleBrowser(env: Record<string, string> = {}): Promise<PeopleBrowser> {
  const mail = await startMailServer();
  const [product, browser]: [Product, Browser] = await Promise.all([
    startProduct({ env: { SAMPLE_DATA: "off", SMTP_URL: mail.url, ...env } }),
    sharedChromium(),
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

/** What files see of a product that they share. */
export interface SharedPeople extends PeopleInBrowser {
  product: Pick<Product, "url" | "cadastre">;
  mail: Pick<MailServer, "mails" | "codeFor">;
}

/**
 * The product with sample data that all end-to-end files share. Each test signs in with an address unique to its
 * file.
 */
export const openSharedProduct = (): Promise<SharedPeople> =>
  openShared({
    url: inject("productUrl"),
    dataDir: inject("productDataDir"),
    mails: inject("productMails"),
  });

/**
 * The product without sample data that files about people share, for tests that affect no other user. Each test signs
 * in with an address whose domain is unique to its file.
 */
export const openPeopleProduct = async (): Promise<SharedPeople> =>
  openShared(await findPeopleProduct(inject("peopleProductOffer")), {
    extraHTTPHeaders: { "x-forwarded-for": newNetworkAddress() },
  });

async function openShared(
  { url, dataDir, mails }: PeopleProduct,
  shared: BrowserContextOptions = {},
): Promise<SharedPeople> {
  const browser = await sharedChromium();
  const codeFor = (email: string) => codeInFolder(mails, email);
  const { open, ...rest } = peopleIn(browser, url, codeFor);
  return {
    ...rest,
    open: (options) => open({ ...shared, ...options }),
    product: { url, cadastre: (...args) => cadastre(args, { DATA_DIR: dataDir }) },
    mail: {
      codeFor,
      get mails() {
        return mailsInFolder(mails);
      },
    },
    close: () => browser.close(),
  };
}

const peopleIn = (
  browser: Browser,
  baseURL: string,
  codeFor: (email: string) => string,
): Pick<PeopleInBrowser, "open" | "signIn" | "signInKnown"> => ({
  open: async (options) => {
    const { context, page } = await openTab(browser, baseURL, options);
    context.setDefaultTimeout(hangLimits.state);
    // An open page keeps working.
    onTestFinished(() => context.close());
    const errors: string[] = [];
    page.on("pageerror", (error) => errors.push(String(error)));
    page.on("console", (message) => {
      if (message.type() === "error") errors.push(message.text());
    });
    return { page, errors };
  },
  signIn: (page, email, path) => signIn(page, { email, codeFor, path }),
  signInKnown: (page, email, path) => signIn(page, { email, codeFor, path, isKnown: true }),
});

/** Changes that affect several pages or cannot be undone need a separate context. */
async function openTab(
  browser: Browser,
  baseURL: string,
  options: BrowserContextOptions = {},
): Promise<{ context: BrowserContext; page: Page }> {
  const { viewport, colorScheme, extraHTTPHeaders, storageState, ...others } = options;
  if (Object.keys(others).length > 0 || typeof storageState === "string") {
    const context = await browser.newContext({ baseURL, ...options });
    return { context, page: await context.newPage() };
  }
  return lendTab(browser, new URL(baseURL).origin, {
    ...(viewport !== undefined && { viewport }),
    ...(colorScheme !== undefined && { colorScheme }),
    ...(extraHTTPHeaders !== undefined && { extraHTTPHeaders }),
    ...(storageState !== undefined && { storageState }),
  });
}

export interface SignInOptions {
  email: string;
  /** The code that was sent to an address. */
  codeFor: (email: string) => string;
  /** Page to open afterwards. Default: `/settings`. */
  path?: string | undefined;
  /** True completes the welcome form. Default: false. */
  isKnown?: boolean;
}

/**
 * Signs an address in by its code, as the sign-in page does, and opens a page. The sign-in page has its own tests:
 * opening it for every test would double the cost of signing in.
 */
export async function signIn(
  page: Page,
  { email, codeFor, path = "/settings", isKnown = false }: SignInOptions,
): Promise<void> {
  const { request } = page;
  // A persistent connection may close at the moment of its use.
  const given = await request.get("/api/auth/csrf", { maxRetries: 2 });
  const { csrfToken }: { csrfToken: string } = await given.json();
  const form = { csrfToken, email, json: "true", callbackUrl: "/" };
  const codeRequest = await request.post("/api/auth/signin/email", { form });
  if (!codeRequest.ok()) throw new Error(`asking for a code failed with ${codeRequest.status()}`);
  const params = { email, token: codeFor(email), callbackUrl: "/", redirect: "true" };
  await request.get("/api/auth/callback/email", { params, maxRedirects: 0 });
  if (isKnown) await saveProfile(request);
  await page.goto(path);
  await accountButton(page).waitFor();
}

/** Completes the welcome form, so that it is not shown. */
async function saveProfile(request: APIRequestContext): Promise<void> {
  const profile = { company: "Acme", companyType: "Media", acquisitionChannel: "Other" };
  const answer = await request.post("/api/trpc/userSettings.updateProfile", {
    headers: { "sec-fetch-site": "same-origin" },
    data: { profile },
  });
  if (!answer.ok()) throw new Error(`the profile was not saved: ${answer.status()}`);
}

/** The same for an open page. */
export async function completeProfile(page: Page): Promise<void> {
  await saveProfile(page.request);
  await page.reload();
  await accountButton(page).waitFor();
}

/** The button of the user menu, also while a dialog hides it from assistive technology. */
export const accountButton = (page: Page): Locator => page.locator('[aria-label^="Account:"]');

/** Opens a page and waits until it has been counted as a visit. */
export async function visit(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await page.waitForFunction(
    (shown) => sessionStorage.getItem("cadastre.visits")?.includes(`"${shown}"`),
    path,
  );
}

/** Opens the maximum number of pages before the sign-in prompt: the last is `/treasuries`. */
export async function visitEnough(page: Page): Promise<void> {
  for (const path of ["/stablecoins", "/networks", "/treasuries"]) await visit(page, path);
}

/** Step one of the sign-in page. */
export async function enterEmail(page: Page, email: string): Promise<void> {
  const field = page.getByLabel("Email", { exact: true });
  await untilFrameHydrated(page);
  await field.fill(email);
  await page.getByRole("button", { name: "Continue with email" }).click();
  await page.getByLabel("6-digit code").waitFor();
}
