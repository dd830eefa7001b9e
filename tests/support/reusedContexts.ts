import { setTimeout } from "node:timers/promises";
import type { Browser, BrowserContext, BrowserContextOptions, Page, Request } from "playwright-core";

/**
 * Contexts of a browser that are reused once a test has closed them: each test gets one without cookies, storage or
 * pages. A live renderer has compiled the product's scripts, which is half of the cost of opening a page. Each
 * context has a page of its own that keeps its renderer alive and gives access to its storage.
 */
interface Kept {
  context: BrowserContext;
  keeper: Page;
  /** A change that cannot be undone: the context is closed when returned. */
  isSpoilt: boolean;
  /** Requests without a complete response yet: their responses may set cookies. */
  inFlight: Set<Request>;
  /** Makes a page fetch everything that it needs. Compiled code may still be reused. */
  disableCache: (page: Page) => Promise<void>;
}

/** Idle contexts, by browser and site. */
const waiting = new WeakMap<Browser, Map<string, Kept[]>>();
/** Lent contexts, and how to return them. */
const lent = new Map<BrowserContext, () => Promise<void>>();

/** Per site: more than one file opens at once are not worth their memory. */
const MOST_WAITING = 2;

/** State of a context that outlives the reset for the next test. */
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
  /** For this site only. */
  storageState?: Exclude<BrowserContextOptions["storageState"], string>;
  /** Whether the page fetches everything that it needs, as with an empty cache. Default: false. */
  isCacheOff?: boolean;
}

/** A page of a context as good as new, for pages of one site. Closing the context returns it. */
export async function lendTab(
  browser: Browser,
  site: string,
  { viewport, colorScheme, isCacheOff = false, ...own }: TabOptions,
): Promise<{ context: BrowserContext; page: Page }> {
  const { context, disableCache } = await lendContext(browser, site, own);
  const page = await context.newPage();
  if (isCacheOff) await disableCache(page);
  if (viewport) await page.setViewportSize(viewport);
  if (colorScheme !== undefined) await page.emulateMedia({ colorScheme });
  return { context, page };
}

async function lendContext(
  browser: Browser,
  site: string,
  { extraHTTPHeaders = {}, storageState }: Pick<TabOptions, "extraHTTPHeaders" | "storageState">,
): Promise<Pick<Kept, "context" | "disableCache">> {
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
    // Tests may close a context twice, the second time when another test has it.
    if (isOver) return;
    isOver = true;
    lent.delete(context);
    const others = waitingFor(browser, site);
    if (kept.isSpoilt || others.length >= MOST_WAITING) return context.close();
    const pages = context.pages().filter((page) => page !== keeper);
    if ((await context.cookies()).length > 0) {
      // `fetch` with `keepalive` outlives its page, and its response may set a cookie.
      if (!(await isDrained(kept.inFlight))) return context.close();
      await endRequests(pages, keeper);
    }
    await Promise.all(pages.map((page) => page.close()));
    if (kept.isSpoilt) return context.close();
    others.push(kept);
  };
  lent.set(context, giveBack);
  const proxy = new Proxy(context, {
    get: (target, name) => {
      if (name === "close") return giveBack;
      const value: unknown = Reflect.get(target, name);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
  return { context: proxy, disableCache: kept.disableCache };
}

/**
 * Ends pending requests of pages, so that no response sets a cookie (every session lookup does) after cookies are
 * cleared for the next test. Closing a page ends its requests some time later.
 */
async function endRequests(pages: readonly Page[], keeper: Page): Promise<void> {
  await Promise.all(pages.map((page) => page.evaluate(() => window.stop()).catch(noop)));
  // Passes where the ends of the others are pending. A site may be down by now.
  await keeper
    .evaluate(() => fetch("/robots.txt", { cache: "no-store" }).then((all) => all.text()))
    .catch(noop);
}

/** Waits until no request is in flight, for a second at most. */
async function isDrained(inFlight: ReadonlySet<Request>): Promise<boolean> {
  const end = performance.now() + 1_000;
  while (inFlight.size > 0 && performance.now() < end) await setTimeout(20);
  return inFlight.size === 0;
}

const noop = () => undefined;

/** Closes what is open in a browser: lent contexts are returned. */
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
  const disableCache = async (page: Page) => {
    // The setting ends with the page.
    const session = await newSession(page);
    await session.send("Network.enable");
    await session.send("Network.setCacheDisabled", { cacheDisabled: true });
  };
  const inFlight = new Set<Request>();
  context.on("request", (request) => inFlight.add(request));
  context.on("requestfinished", (request) => inFlight.delete(request));
  context.on("requestfailed", (request) => inFlight.delete(request));
  const kept: Kept = { context, keeper, inFlight, isSpoilt: false, disableCache };
  const spoil = () => {
    kept.isSpoilt = true;
  };
  context.on("close", spoil);
  context.on("page", (page) =>
    page.on("framenavigated", (frame) => {
      // Storage of another site would remain.
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
