/** Metrics of a page that a visitor opens for the first time. */
import { createHash } from "node:crypto";
import { gzipSync } from "node:zlib";
import type { Browser, Response } from "playwright-core";
import { hangLimits } from "./hangLimits";
import { type Observed, observedVisit } from "./observedVisit";
import { withoutRestingMouse } from "./withoutRestingMouse";

/** Totals until the network was idle. */
export interface Received {
  /** All scripts, from any initiator. */
  scripts: number;
  /** Bytes of those scripts, packed by gzip. */
  scriptBytes: number;
  /** Bytes of the document, packed by gzip. */
  htmlBytes: number;
  /** Font files: a second one is fetched for as little as one character. */
  fonts: number;
  /** All requests: scripts, styles, fonts, icons, data. */
  requests: number;
}

/** Budget of a first load. Bytes are compressed by gzip. */
const budget = { scripts: 15, scriptBytes: 160_000, htmlBytes: 40_000, fonts: 1 };

/** Excess of a page over the budget of a first load, one line each. */
export async function overBudget(responses: readonly Response[]): Promise<string[]> {
  const cost = await received(responses);
  return (["scripts", "scriptBytes", "htmlBytes", "fonts"] as const).flatMap((part) =>
    cost[part] > budget[part] ? [`${part}: ${cost[part]}, over the budget of ${budget[part]}`] : [],
  );
}

export interface FirstLoad extends Received, Observed {}

export interface FirstLoadOptions {
  /** How many times slower scripts run than on this machine. Default: 1. */
  slowdown?: number;
}

/**
 * Opens a page twice with an empty cache, until the network is idle: once to count its responses, once to observe its
 * behaviour.
 */
export async function firstLoad(
  browser: Browser,
  url: string,
  { slowdown = 1 }: FirstLoadOptions = {},
): Promise<FirstLoad> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  try {
    context.setDefaultTimeout(hangLimits.state);
    await context.addInitScript(withoutRestingMouse);
    const page = await context.newPage();
    const responses: Response[] = [];
    page.on("response", (response) => responses.push(response));
    const opened = await page.goto(url, { waitUntil: "networkidle" });
    if (opened === null || !opened.ok()) throw new Error(`${url} answers ${opened?.status()}`);
    return { ...(await received(responses)), ...(await observedVisit(browser, url, slowdown)) };
  } finally {
    await context.close();
  }
}

/** Counts the responses of a page from its document on, without redirects to it. */
export async function received(responses: readonly Response[]): Promise<Received> {
  const [document, ...rest] = responses.filter((response) => !isRedirect(response));
  if (document === undefined) throw new Error("the page has received nothing");
  const ofType = (type: string) => rest.filter((response) => response.request().resourceType() === type);
  const scripts = ofType("script");
  return {
    scripts: scripts.length,
    scriptBytes: (await Promise.all(scripts.map(packed))).reduce((sum, bytes) => sum + bytes, 0),
    htmlBytes: await packed(document),
    fonts: ofType("font").length,
    requests: responses.length,
  };
}

/** Compressed sizes by content: many pages share their scripts. */
const packedBytes = new Map<string, number>();

async function packed(response: Response): Promise<number> {
  const body = await response.body();
  const key = createHash("sha256").update(body).digest("base64");
  const bytes = packedBytes.get(key) ?? gzipSync(body, { level: 9 }).length;
  packedBytes.set(key, bytes);
  return bytes;
}

const isRedirect = (response: Response): boolean => response.status() >= 300 && response.status() < 400;
