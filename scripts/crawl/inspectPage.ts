import type { Browser, BrowserContext, Page } from "playwright-core";
import { publicScreens } from "#domain/screens";
import type { Caller } from "#domain/vocabulary";
import { accessibilityProblems } from "../../tests/support/accessibilityProblems";
import { setTheme } from "../../tests/support/expectFit";
import { overBudget } from "../../tests/support/firstLoad";
import { observe, observed } from "../../tests/support/observedVisit";
import { hydratePage, type OpenedPage, openPage } from "../../tests/support/openPage";
import type { TabOptions } from "../../tests/support/reusedContexts";
import { overflow } from "../../tests/support/screenProblems";
import { withoutSignInModal } from "../../tests/support/withoutSignInModal";
import { screenOf } from "./addressShape";
import type { Found } from "./frontier";
import { statusProblems } from "./statusProblems";

/** Helper that tsx inserts into functions to keep their names, also into those that a page runs. */
const namesOfTsx = "globalThis.__name = (named) => named";

/** A user who opens pages. */
export interface Person {
  name: string;
  storageState: TabOptions["storageState"];
  caller: Caller;
}

export interface Inspected {
  /** One line each. */
  problems: string[];
  /** As in the markup. */
  links: string[];
  /** Ids that links can target. */
  anchors: string[];
}

const MOST_SHIFT = 0.1;
const NARROWEST = 320;
/** Milliseconds after which a page counts as not hydrated or not idle. */
const PATIENCE = 120_000;

/** Opens a page as a given user, and checks it by the common rules. */
export async function inspectPage(
  browser: Browser,
  site: string,
  { person, found }: { person: Person; found: Found },
): Promise<Inspected> {
  const network = { failed: [] as string[], open: 0 };
  let context: BrowserContext | undefined;
  try {
    const opened = await openPage(browser, site + found.address, {
      isStatic: true,
      storageState: person.storageState,
      prepare: async (prepared) => {
        context = prepared;
        await prepared.addInitScript(namesOfTsx);
        await withoutSignInModal(prepared);
        await prepared.addInitScript(observe);
        watchNetwork(prepared, network);
      },
    });
    return await inTime(inspect(opened, { site, person, found, network }));
  } catch (error) {
    return { problems: [`does not open: ${String(error).split("\n")[0]}`], links: [], anchors: [] };
  } finally {
    await context?.close();
  }
}

interface Network {
  failed: string[];
  open: number;
}

function watchNetwork(context: BrowserContext, network: Network): void {
  context.on("request", () => (network.open += 1));
  context.on("requestfinished", () => (network.open -= 1));
  context.on("requestfailed", (request) => {
    network.open -= 1;
    const reason = request.failure()?.errorText ?? "";
    // Checks that a page releases unused memory.
    if (reason !== "net::ERR_ABORTED") network.failed.push(`request failed: ${request.url()} ${reason}`);
  });
}

async function inspect(
  opened: OpenedPage,
  { site, person, found, network }: { site: string; person: Person; found: Found; network: Network },
): Promise<Inspected> {
  const { page, status, complaints, responses } = opened;
  const problems = statusProblems({
    requested: site + found.address,
    arrived: page.url(),
    status,
    caller: person.caller,
  });
  const { shift } = await observed(page);
  if (shift > MOST_SHIFT) problems.push(`layout shift of ${shift.toFixed(2)}`);
  if (person.caller.id === "" && isPublicScreen(found.address))
    problems.push(...(await overBudget(responses)));
  await hydratePage(page);
  if (found.isFirst) await drawChart(page);
  await untilQuiet(page, network);
  const { links, anchors, images } = await page.evaluate(contents);
  problems.push(...images.map((source) => `image without a picture: ${source}`));
  if (found.isFirst) {
    const light = await accessibilityProblems(page);
    problems.push(...light.map((line) => `axe: ${line}`));
  }
  // Another view of a page has the same colours.
  if (found.isFirst && !found.address.includes("?")) {
    await setTheme(page, "dark");
    const dark = await accessibilityProblems(page, "colors");
    problems.push(...dark.map((line) => `axe, in dark: ${line}`));
  }
  await page.setViewportSize({ width: NARROWEST, height: 900 });
  const over = await lastingOverflow(page);
  if (over > 0) problems.push(`scrolls sideways by ${over} px at ${NARROWEST} px`);
  const refused = responses.filter(
    (response) => response.status() >= 400 && !response.request().isNavigationRequest(),
  );
  problems.push(...refused.map((response) => `request answered ${response.status()}: ${response.url()}`));
  problems.push(...network.failed);
  // Failed requests in the console are reported above, with their URLs.
  const said = complaints.filter((line) => !line.startsWith("Failed to load resource"));
  problems.push(...said.map((line) => `console: ${line}`));
  return { problems: [...new Set(problems)].map(oneLine), links, anchors };
}

/** Whether visitors open this screen in its default view. */
const isPublicScreen = (address: string): boolean =>
  !address.includes("?") && publicScreens.some(({ path }) => path === screenOf(address));

const oneLine = (text: string): string => text.replace(/\s+/g, " ").slice(0, 500);

/** @throws Error if the work exceeds the time limit */
function inTime<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout;
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`is not done after ${PATIENCE / 1_000} seconds`)), PATIENCE);
  });
  return Promise.race([work, tooLate]).finally(() => clearTimeout(timer));
}

/** Scripts draw a chart once the pointer enters it. */
async function drawChart(page: Page): Promise<void> {
  const frame = page.locator(".chart-frame:has(.chart-live)").first();
  if ((await frame.count()) === 0 || !(await frame.isVisible())) return;
  await frame.hover();
  await page.locator(".chart-frame[data-live]").first().waitFor();
}

/** Waits until there were no requests for a quarter of a second. */
async function untilQuiet(page: Page, network: Network): Promise<void> {
  for (let quiet = 0; quiet < 5; quiet = network.open > 0 ? 0 : quiet + 1) {
    await page.waitForTimeout(50);
  }
}

/** Pixels by which a page is wider than its window, once its layout has settled. */
async function lastingOverflow(page: Page): Promise<number> {
  let over = await overflow(page);
  for (let look = 0; over > 0 && look < 20; look += 1) {
    await page.waitForTimeout(100);
    over = await overflow(page);
  }
  return over;
}

/** Runs in the page. */
function contents() {
  return {
    // As in the markup, since links of drawings do not resolve.
    links: [...document.querySelectorAll("a[href]")].map((link) => link.getAttribute("href") ?? ""),
    anchors: [...document.querySelectorAll("[id]")].map((element) => element.id),
    images: [...document.images].flatMap((image) =>
      image.complete && image.naturalWidth === 0 ? [image.currentSrc || image.src] : [],
    ),
  };
}
