/**
 * Metrics of a page load in a browser without a debugger: with one, the engine looks up the line of every script
 * error and re-reads the whole script. On a slow processor that is half of the apparent work.
 */
import type { Browser, Page } from "playwright-core";
import { withoutRestingMouse } from "./withoutRestingMouse";

/** Observations of a page load. */
export interface Observed {
  /** Milliseconds until the largest contentful paint. */
  largestPaint: number;
  /** Milliseconds beyond 50 of every task that kept the main thread busy after the first paint. */
  blocking: number;
  /** Cumulative layout shift. */
  shift: number;
}

/** Longer than the last task of any measured page, at any slowdown. */
const QUIET_MS = 2_500;

interface Answer {
  id?: number;
  error?: { message: string };
  result?: { result?: { value?: string } };
}

/** A page outside the driver's control: the driver would attach to pages that it knows. */
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
  let nextId = 0;
  return {
    send: async (method, params = {}) => {
      const id = ++nextId;
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
 * Opens a page with an empty cache, as for a visitor.
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

/**
 * Collects the results of `observed`. Runs in the page, before its own scripts. Functions are inline: a bundler that
 * names them would need its helper in the page.
 */
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
      // Of a task that was running at the first paint, the part after it counts.
      for (const { startTime, duration } of tasks)
        seen.blocking += Math.max(0, Math.min(duration, startTime + duration - painted) - 50);
      return seen;
    },
  });
}

/** Observations so far of a page that runs `observe`. */
export const observed = (page: Page): Promise<Observed> =>
  page.evaluate(() => Reflect.get(window, "firstLoad")());
