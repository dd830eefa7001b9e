import type { Browser, BrowserContext, BrowserContextOptions, Page } from "playwright-core";

/**
 * Contexts of a browser that are lent again once a test has closed them: to it they are new ones, without cookies, storage
 * or pages. A renderer that stays has what it has compiled of the product's scripts, which is half of what it costs to open a page.
 * Each has a page of its own that keeps its renderer alive and gives access to its storage.
 */
interface Kept {
  context: BrowserContext;
  keeper: Page;
  /** What has to be undone cannot be: it ends when it is given back. */
  isSpoilt: boolean;
  /** Has a page of it fetch all that it needs. What it compiles it may have compiled before. */
  turnCacheOff: (page: Page) => Promise<void>;
}

/** Those that wait, by browser and site. */
const waiting = new WeakMap<Browser, Map<string, Kept[]>>();
/** Those that are lent, and what gives them back. */
const lent = new Map<BrowserContext, () => Promise<void>>();

/** Of one site, so many more than one file opens at once are not worth their memory. */
const MOST_WAITING = 2;

/** What a context keeps, beside what is reset for who comes next. */
const lasting = [
  "addInitScript",
  "exposeBinding",
  "exposeFunction",
  "grantPermissions",
  "newCDPSession",
  "on",
  "route",
  "routeFromHAR",
  "routeWebSocket",
  "setGeolocation",
  "setOffline",
] as const;

export interface TabOptions
  extends Pick<BrowserContextOptions, "viewport" | "colorScheme" | "extraHTTPHeaders"> {
  /** Of the site alone. */
  storageState?: Exclude<BrowserContextOptions["storageState"], string>;
  /** Whether the page fetches all that it needs, as in a browser that has received nothing yet. Default: false. */
  isCacheOff?: boolean;
}

/** A page of a context as good as new, for pages of one site. Closing the context gives it back. */
export async function lendTab(
  browser: Browser,
  site: string,
  { viewport, colorScheme, isCacheOff = false, ...own }: TabOptions,
): Promise<{ context: BrowserContext; page: Page }> {
  const { context, turnCacheOff } = await lendContext(browser, site, own);
  const page = await context.newPage();
  if (isCacheOff) await turnCacheOff(page);
  if (viewport) await page.setViewportSize(viewport);
  if (colorScheme !== undefined) await page.emulateMedia({ colorScheme });
  return { context, page };
}

async function lendContext(
  browser: Browser,
  site: string,
  { extraHTTPHeaders = {}, storageState }: Pick<TabOptions, "extraHTTPHeaders" | "storageState">,
): Promise<Pick<Kept, "context" | "turnCacheOff">> {
  const kept = waitingFor(browser, site).pop() ?? (await make(browser, site));
  const { context, keeper } = kept;
  await Promise.all([
    context.clearCookies(),
    context.setExtraHTTPHeaders(extraHTTPHeaders),
    keeper.evaluate(
      (items) => {
        localStorage.clear();
        for (const { name, value } of items) localStorage.setItem(name, value);
      },
      (storageState?.origins ?? []).flatMap(({ localStorage }) => localStorage),
    ),
  ]);
  if (storageState !== undefined) await context.addCookies(storageState.cookies);
  let isOver = false;
  const giveBack = async () => {
    // Some are closed by a test and once more after it, when another has them.
    if (isOver) return;
    isOver = true;
    lent.delete(context);
    const others = waitingFor(browser, site);
    if (kept.isSpoilt || others.length >= MOST_WAITING) return context.close();
    const pages = context.pages().filter((page) => page !== keeper);
    if ((await context.cookies()).length > 0) await endRequests(pages, keeper);
    await Promise.all(pages.map((page) => page.close()));
    if (!kept.isSpoilt) others.push(kept);
  };
  lent.set(context, giveBack);
  const proxy = new Proxy(context, {
    get: (target, name) => {
      if (name === "close") return giveBack;
      const value: unknown = Reflect.get(target, name);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
  return { context: proxy, turnCacheOff: kept.turnCacheOff };
}

/**
 * Ends what pages still wait for, so that no answer brings back a cookie (that of a session comes with every look at it)
 * once cookies are cleared for who comes next. Closing a page ends its requests some time later.
 */
async function endRequests(pages: readonly Page[], keeper: Page): Promise<void> {
  await Promise.all(pages.map((page) => page.evaluate(() => window.stop()).catch(noop)));
  // Passes through where the ends of the others are waiting to be heard. A site may be down by now.
  await keeper.evaluate(() => fetch("/robots.txt", { cache: "no-store" }).then(({ ok }) => ok)).catch(noop);
}

const noop = () => undefined;

/** Closes what is open in a browser: contexts that are lent are given back. */
export async function closeContexts(browser: Browser): Promise<void> {
  const idle = new Set([...(waiting.get(browser)?.values() ?? [])].flat().map(({ context }) => context));
  await Promise.all(
    browser
      .contexts()
      .filter((context) => !idle.has(context))
      .map((context) => lent.get(context)?.() ?? context.close()),
  );
}

function waitingFor(browser: Browser, site: string): Kept[] {
  const sites = waiting.get(browser) ?? new Map<string, Kept[]>();
  waiting.set(browser, sites);
  const kept = sites.get(site) ?? [];
  sites.set(site, kept);
  return kept;
}

async function make(browser: Browser, site: string): Promise<Kept> {
  const context = await browser.newContext({ baseURL: site });
  const keeper = await context.newPage();
  await keeper.goto("/robots.txt");
  const newSession = context.newCDPSession.bind(context);
  const turnCacheOff = async (page: Page) => {
    // It ends with the page.
    const session = await newSession(page);
    await session.send("Network.enable");
    await session.send("Network.setCacheDisabled", { cacheDisabled: true });
  };
  const kept: Kept = { context, keeper, isSpoilt: false, turnCacheOff };
  const spoil = () => {
    kept.isSpoilt = true;
  };
  context.on("close", spoil);
  context.on("page", (page) =>
    page.on("framenavigated", (frame) => {
      // Storage of another site would stay.
      if (
        frame.parentFrame() === null &&
        /^https?:/.test(frame.url()) &&
        new URL(frame.url()).origin !== site
      )
        spoil();
    }),
  );
  for (const name of lasting) spoiling(context, name, spoil);
  const { clock } = context;
  for (const name of Object.getOwnPropertyNames(Object.getPrototypeOf(clock)))
    if (name !== "constructor") spoiling(clock, name, spoil);
  return kept;
}

function spoiling(of: object, name: string, spoil: () => void): void {
  const call: unknown = Reflect.get(of, name);
  if (typeof call !== "function") return;
  Reflect.set(of, name, (...args: unknown[]) => {
    spoil();
    return Reflect.apply(call, of, args);
  });
}
