/**
 * Pages of a browser that tests use one after the other. A page of a context of its own costs the browser a process, which
 * is half of what opening one costs; what a reader could leave behind in it is taken away instead.
 */
import type { Browser, BrowserContext, BrowserContextOptions, CDPSession, Page } from "playwright-core";
import { hangLimits } from "./hangLimits";
import { withoutRestingMouse } from "./withoutRestingMouse";

export interface LeaseOptions
  extends Pick<BrowserContextOptions, "viewport" | "colorScheme" | "javaScriptEnabled" | "storageState"> {
  /** Origin of the site that is opened. */
  baseURL: string;
  /** True opens it as if the browser had kept nothing of the site. Default: false. */
  isFirstVisit?: boolean;
  /** Runs in each document before anything of its own. */
  script?: string;
}

interface Leasable {
  readonly context: BrowserContext;
  readonly page: Page;
  readonly session: CDPSession;
  readonly baseURL: string;
  readonly hasScripts: boolean;
  isLeased: boolean;
  /** A test has asked for what cannot be taken back. */
  isSpent: boolean;
  /** Identifiers of what runs in each document of this lease. */
  scripts: string[];
  /** Closes the context itself. */
  close: () => Promise<void>;
}

const leasables = new WeakMap<Browser, Set<Leasable>>();

/** What changes a context or a page for good. */
const irrevocable = [
  "addInitScript",
  "exposeBinding",
  "exposeFunction",
  "grantPermissions",
  "newCDPSession",
  "route",
  "setExtraHTTPHeaders",
  "setGeolocation",
  "setOffline",
] as const;
const ofClock = ["install", "setFixedTime", "setSystemTime"] as const;
const events = [
  "close",
  "console",
  "crash",
  "dialog",
  "download",
  "framenavigated",
  "load",
  "pageerror",
  "popup",
  "request",
  "requestfailed",
  "requestfinished",
  "response",
  "websocket",
] as const;

/**
 * A page as of a browser that has not been on the site before. Closing its context gives it back.
 */
export async function leasePage(
  browser: Browser,
  {
    baseURL,
    viewport,
    colorScheme,
    storageState,
    javaScriptEnabled = true,
    isFirstVisit,
    script,
  }: LeaseOptions,
): Promise<{ page: Page; context: BrowserContext }> {
  const all = leasables.get(browser) ?? new Set();
  leasables.set(browser, all);
  // A file has a site of its own, and comes back to none.
  for (const old of [...all]) if (!old.isLeased && old.baseURL !== baseURL) await discard(all, old);
  const free = [...all].find((one) => !one.isLeased && one.hasScripts === javaScriptEnabled);
  if (free !== undefined) free.isLeased = true;
  const leasable = free ?? (await open(browser, all, { baseURL, javaScriptEnabled }));
  const { context, page, session } = leasable;
  await page.setViewportSize(viewport ?? { width: 1280, height: 720 });
  await page.emulateMedia({
    media: null,
    colorScheme: colorScheme ?? "light",
    reducedMotion: null,
    forcedColors: null,
    contrast: null,
  });
  await session.send("Network.setCacheDisabled", { cacheDisabled: isFirstVisit === true });
  if (typeof storageState === "object") {
    await context.addCookies(storageState.cookies);
    const kept = storageState.origins.find(({ origin }) => origin === baseURL)?.localStorage ?? [];
    if (kept.length > 0) await runInDocuments(leasable, keepScript(kept));
  }
  if (script !== undefined) await runInDocuments(leasable, script);
  return { page, context };
}

const keepScript = (kept: readonly { name: string; value: string }[]) =>
  `for (const { name, value } of ${JSON.stringify(kept)}) if (localStorage.getItem(name) === null) localStorage.setItem(name, value);`;

async function runInDocuments({ session, scripts }: Leasable, source: string): Promise<void> {
  const { identifier } = await session.send("Page.addScriptToEvaluateOnNewDocument", { source });
  scripts.push(identifier);
}

async function open(
  browser: Browser,
  all: Set<Leasable>,
  { baseURL, javaScriptEnabled }: { baseURL: string; javaScriptEnabled: boolean },
): Promise<Leasable> {
  const context = await browser.newContext({ baseURL, javaScriptEnabled });
  await context.addInitScript(withoutRestingMouse);
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send("Network.enable");
  const close = context.close.bind(context);
  const leasable: Leasable = {
    ...{ context, page, session, baseURL, hasScripts: javaScriptEnabled },
    ...{ isLeased: true, isSpent: false, scripts: [], close },
  };
  context.close = () => giveBack(all, leasable);
  const spend = () => {
    leasable.isSpent = true;
  };
  for (const target of [context, page]) noticeCalls(target, irrevocable, spend);
  noticeCalls(context.clock, ofClock, spend);
  all.add(leasable);
  return leasable;
}

function noticeCalls(target: object, names: readonly string[], notice: () => void): void {
  for (const name of names) {
    const method: unknown = Reflect.get(target, name);
    if (typeof method !== "function") continue;
    Reflect.set(target, name, (...args: unknown[]) => {
      notice();
      return method.apply(target, args);
    });
  }
}

async function discard(all: Set<Leasable>, leasable: Leasable): Promise<void> {
  all.delete(leasable);
  await leasable.close();
}

/** Takes away what a reader has left; where that cannot be done, the whole context. */
async function giveBack(all: Set<Leasable>, leasable: Leasable): Promise<void> {
  if (!leasable.isLeased) return discard(all, leasable);
  try {
    if (leasable.isSpent || !all.has(leasable)) throw new Error("the context was changed for good");
    await clear(leasable);
    leasable.isLeased = false;
  } catch {
    await discard(all, leasable);
  }
}

async function clear({ context, page, session, scripts, baseURL, hasScripts }: Leasable): Promise<void> {
  for (const event of events) page.removeAllListeners(event);
  for (const other of context.pages()) if (other !== page) await other.close();
  page.setDefaultTimeout(hangLimits.state);
  await page.mouse.move(-10, -10);
  for (const identifier of scripts.splice(0))
    await session.send("Page.removeScriptToEvaluateOnNewDocument", { identifier });
  // A document of the site without scripts, which would write as they are left.
  if ((await page.goto(`${baseURL}/robots.txt`))?.ok() !== true) throw new Error("the site is gone");
  await context.clearCookies();
  if (hasScripts)
    await page.evaluate(() => {
      localStorage.clear();
      sessionStorage.clear();
    });
  await session.send("Page.resetNavigationHistory");
}
