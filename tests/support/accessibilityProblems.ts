import axe from "axe-core";
import type { Page } from "playwright-core";
import { lookAttribute, markLooks, unmarkLooks } from "./looks";
import { layOutWhole } from "./screenProblems";

/** Rows that are made as those before them, less what is to be measured in one. */
const furtherRows = `main tbody tr:nth-child(n + 4):not(:has([${lookAttribute}]))`;

/** Behind the plot, for pictures that leave the page; what it says stands beside the chart in words. */
const watermark = ".chart-watermark[aria-hidden=true]";

/** What a theme can change. Measuring contrasts is most of what a check costs. */
const colorRules = ["color-contrast", "link-in-text-block"];
const withoutColors = Object.fromEntries(colorRules.map((rule) => [rule, { enabled: false }]));

export type AccessibilityRules = "all" | "colors" | "all but colors";

/**
 * What axe finds wrong with a page, one line each.
 *
 * @param rules `colors` for a view that differs by its theme alone from one that was held to all, `all but colors`
 *   for one that differs by its width
 */
export async function accessibilityProblems(
  page: Page,
  rules: AccessibilityRules = "all",
): Promise<string[]> {
  // Colours in transition are neither the ones before nor the ones after. What turns for ever has no end to wait for.
  await page.evaluate(() =>
    Promise.all(
      document
        .getAnimations()
        .filter((animation) => animation.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY)
        .map((animation) => animation.finished.catch(() => null)),
    ),
  );
  if (rules === "all but colors") return runAxe(page, [furtherRows, watermark], { rules: withoutColors });
  const looks = await markLooks(page, measured);
  const hasLooks = looks.length > 0;
  const found =
    rules === "all"
      ? await runAxe(page, [furtherRows, watermark], hasLooks ? {} : { rules: withoutColors })
      : hasLooks
        ? await runAxe(page, [watermark], { runOnly: colorRules })
        : [];
  await unmarkLooks(page);
  if (!found.some((problem) => colorRules.some((rule) => problem.startsWith(`${rule}:`)))) {
    for (const look of looks) measured.add(look);
  }
  return found;
}

/** Looks whose colours were found right, on whichever page. */
const measured = new Set<string>();

/** Loads axe into a document, once, to measure the contrasts of what is marked. */
export async function loadAxe(page: Page): Promise<void> {
  if (await page.evaluate(() => "axe" in window)) return;
  await layOutWhole(page);
  await page.evaluate(axe.source);
  await page.evaluate((mark) => {
    const { configure } = Reflect.get(window, "axe") as typeof axe;
    configure({
      rules: [
        { id: "color-contrast", selector: mark },
        { id: "link-in-text-block", selector: `:is(a[href], [role="link"])${mark}` },
      ],
    });
  }, `[${lookAttribute}]`);
}

/** Without lists of what is right, and without reading the style sheets, which no rule in use asks for. */
const shared: axe.RunOptions = { resultTypes: ["violations"], preload: { assets: ["media"] } };

async function runAxe(page: Page, exclude: string[], options: axe.RunOptions): Promise<string[]> {
  await loadAxe(page);
  return page.evaluate(
    async ([context, asked]) => {
      const { run } = Reflect.get(window, "axe") as typeof axe;
      const { violations } = await run(context, asked);
      return violations.flatMap(({ id, nodes }) =>
        nodes.map((node) => `${id}: ${node.target.join(" ")} ${node.failureSummary}`),
      );
    },
    [{ exclude }, { ...shared, ...options }] as const,
  );
}
