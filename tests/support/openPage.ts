import type { Browser, BrowserContext, Page, Response } from "playwright-core";
import { hangLimits } from "./hangLimits";
import { newNetworkAddress } from "./networkAddress";
import { lendTab, type TabOptions } from "./reusedContexts";
import { withoutRestingMouse } from "./withoutRestingMouse";

export interface OpenOptions {
  /** Default: light. */
  theme?: "light" | "dark";
  /** Default: 1280. */
  width?: number;
  /** False disables scripts. Default: true. */
  scripts?: boolean;
  /** True leaves a page that hydrates on interaction as the server rendered it. Default: false. */
  isStatic?: boolean;
  /** True for an empty cache: the page fetches everything that it needs. Default: false. */
  isFirstVisit?: boolean;
  /** Cookies of a signed-in user. Default: an anonymous visitor. */
  storageState?: TabOptions["storageState"];
  /** Called with the context before it has a page. */
  prepare?: (context: BrowserContext) => Promise<unknown>;
}

export interface OpenedPage {
  page: Page;
  context: BrowserContext;
  /** HTTP status of the page. */
  status: number;
  /** Errors and warnings of the console, and uncaught errors. */
  complaints: string[];
  /** All responses to the page, its document first. */
  responses: Response[];
}

/** Opens a page in a browser without history, and collects the browser's complaints. */
export async function openPage(
  browser: Browser,
  url: string,
  options: OpenOptions = {},
): Promise<OpenedPage> {
  const { scripts = true, isStatic = false } = options;
  const { page, context } = await openTab(browser, new URL(url).origin, options);
  const complaints: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") complaints.push(message.text());
  });
  page.on("pageerror", (error) => complaints.push(error.message));
  const responses: Response[] = [];
  page.on("response", (response) => responses.push(response));
  const load = () => page.goto(url, { waitUntil: scripts ? "networkidle" : "load" });
  let response = await load();
  // A busy product responds with 503.
  while (response?.status() === 503) {
    const seconds = Number(response.headers()["retry-after"] ?? 1);
    // The busy page reloads by itself, which would interrupt the page opened here.
    await page.goto("about:blank");
    await page.waitForTimeout(1_000 * seconds);
    complaints.length = 0;
    responses.length = 0;
    response = await load();
  }
  if (scripts && !isStatic) await hydratePage(page);
  return { page, context, status: response?.status() ?? 0, complaints, responses };
}

/** An empty page. */
async function openTab(
  browser: Browser,
  site: string,
  { theme = "light", width = 1280, scripts = true, isFirstVisit = false, storageState, prepare }: OpenOptions,
): Promise<Pick<OpenedPage, "page" | "context">> {
  // Files that run at once would count as one visitor to the product, above the limit of one reader.
  const extraHTTPHeaders = { "x-forwarded-for": newNetworkAddress() };
  const options = {
    viewport: { width, height: 900 },
    colorScheme: theme,
    extraHTTPHeaders,
    ...(storageState !== undefined && { storageState }),
  };
  const prepareOpened = async (opened: BrowserContext | Page) => {
    opened.setDefaultTimeout(hangLimits.state);
    await opened.addInitScript(setTheme, theme);
    await opened.addInitScript(withoutRestingMouse);
  };
  // Without scripts there is nothing to compile.
  if (!scripts || prepare !== undefined) {
    const context = await browser.newContext({ ...options, javaScriptEnabled: scripts });
    await prepareOpened(context);
    await prepare?.(context);
    return { context, page: await context.newPage() };
  }
  const tab = await lendTab(browser, site, { ...options, isCacheOff: isFirstVisit });
  await prepareOpened(tab.page);
  return tab;
}

/** Runs in the page. */
const setTheme = (chosen: string) => localStorage.setItem("theme", chosen);

/** HTTP status of a path for the visitor of a page, without opening it. */
export async function statusOf({ request }: Page, path: string): Promise<number> {
  const answer = await request.get(path, { headers: { accept: "text/html" }, maxRedirects: 0 });
  return answer.status();
}

/** Waits until React controls the frame of a page: the browser itself submits a form before that. */
export async function untilFrameHydrated(page: Page): Promise<void> {
  await page.locator("html[data-hydrated]").waitFor({ state: "attached" });
}

/**
 * Hydrates a page that waits for an interaction, and waits until React controls all of it. Other keys follow: the first may
 * precede the page's listener, and a busy product may refuse the data.
 */
export async function hydratePage(page: Page): Promise<void> {
  await untilFrameHydrated(page);
  const hydrated = page.locator('html[data-hydrated="page"]');
  const isHydrated = () =>
    hydrated.waitFor({ state: "attached", timeout: 250 }).then(
      () => true,
      () => false,
    );
  do await page.keyboard.press("Shift");
  while (!(await isHydrated()));
}
