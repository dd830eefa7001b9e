/**
 * What a browser does while a visitor's page loads. Nobody debugs it: what tests ask of a page has the engine look up the
 * line of every error that a script makes, for which it reads all of the script again. On a slow processor that is half of
 * what it seems to be busy with.
 */
import type { Browser, Page } from "playwright-core";
import { withoutRestingMouse } from "./withoutRestingMouse";

/** What a browser saw while a page loaded. */
export interface Observed {
  /** Milliseconds until the largest content was painted. */
  largestPaint: number;
  /** Milliseconds beyond 50 of every task that kept the main thread busy after the first paint. */
  blocking: number;
  /** Cumulative layout shift. */
  shift: number;
}

/** Long after the last task of any page that is measured, at any slowness. */
const QUIET_MS = 2_500;

interface Answer {
  id?: number;
  error?: { message: string };
  result?: { result?: { value?: string } };
}

/** A page as no test opens it: the driver would attach to those that it knows. */
interface Visit {
  send: (method: string, params?: object) => Promise<Answer>;
  end: () => Promise<void>;
}

async function startVisit(browser: Browser): Promise<Visit> {
  const session = await browser.newBrowserCDPSession();
  const { browserContextId } = await session.send("Target.createBrowserContext");
  const { targetId } = await session.send("Target.createTarget", {
    url: "about:blank",
    browserContextId,
    width: 1280,
    height: 900,
  });
  const { sessionId } = await session.send("Target.attachToTarget", { targetId, flatten: false });
  const waiting = new Map<number, (answer: Answer) => void>();
  session.on("Target.receivedMessageFromTarget", ({ message }) => {
    const answer: Answer = JSON.parse(message);
    waiting.get(answer.id ?? 0)?.(answer);
  });
  let asked = 0;
  return {
    send: async (method, params = {}) => {
      const id = ++asked;
      const answered = new Promise<Answer>((resolve) => waiting.set(id, resolve));
      await session.send("Target.sendMessageToTarget", {
        sessionId,
        message: JSON.stringify({ id, method, params }),
      });
      const answer = await answered;
      waiting.delete(id);
      if (answer.error !== undefined) throw new Error(`${method}: ${answer.error.message}`);
      return answer;
    },
    end: async () => {
      await session.send("Target.disposeBrowserContext", { browserContextId });
      await session.detach();
    },
  };
}

/**
 * Opens a page with an empty cache, as a visitor would.
 *
 * @param slowdown how many times slower scripts run than on this machine
 */
export async function observedVisit(browser: Browser, url: string, slowdown: number): Promise<Observed> {
  const visit = await startVisit(browser);
  try {
    await visit.send("Emulation.setCPUThrottlingRate", { rate: slowdown });
    await visit.send("Page.enable");
    const source = [withoutRestingMouse, observe].map((script) => `(${script})()`).join(";");
    await visit.send("Page.addScriptToEvaluateOnNewDocument", { source });
    await visit.send("Page.navigate", { url });
    await new Promise((resolve) => setTimeout(resolve, QUIET_MS));
    const { result } = await visit.send("Runtime.evaluate", { expression: "JSON.stringify(firstLoad())" });
    return JSON.parse(result?.result?.value ?? "");
  } finally {
    await visit.end();
  }
}

/** Keeps what `observed` returns. Runs in the page, before anything of its own. Functions stand where they are used: a bundler that names them would need its helper in the page. */
export function observe() {
  const seen = { largestPaint: 0, blocking: 0, shift: 0 };
  const tasks: PerformanceEntry[] = [];
  for (const type of ["largest-contentful-paint", "longtask", "layout-shift"])
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        if (type === "longtask") tasks.push(entry);
        else if (type === "largest-contentful-paint") seen.largestPaint = entry.startTime;
        else if (Reflect.get(entry, "hadRecentInput") === false)
          seen.shift += Number(Reflect.get(entry, "value"));
      }
    }).observe({ type, buffered: true });
  Object.assign(window, {
    firstLoad() {
      const painted = performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? 0;
      // Of a task that was under way at the first paint, what came after it counts.
      for (const { startTime, duration } of tasks)
        seen.blocking += Math.max(0, Math.min(duration, startTime + duration - painted) - 50);
      return seen;
    },
  });
}

/** What a page that `observe` runs in has seen so far. */
export const observed = (page: Page): Promise<Observed> =>
  page.evaluate(() => Reflect.get(window, "firstLoad")());
