import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type axe from "axe-core";
import type { Page } from "playwright-core";
import { disableMotion } from "./disableMotion";
import { lookAttribute, markLooks, unmarkLooks } from "./looks";
import { layOutPage } from "./screenProblems";

/** Rows that are made as those before them. */
const furtherRows = `main tbody tr:nth-child(n + 4):not(:has([${lookAttribute}]))`;

/** Parts of a page that lie below each other and have nothing in them whose colours are to be measured. */
const partsWithoutLooks = ["tr", "section"]
  .map((part) => `main ${part}:not([${lookAttribute}], :has([${lookAttribute}]))`)
  .join();

/** Behind the plot, for pictures that leave the page; what it says stands beside the chart in words. */
const watermark = ".chart-watermark[aria-hidden=true]";
const context: axe.SerialContextObject = { exclude: [watermark] };

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
  await page.evaluate(disableMotion);
  if (rules === "all but colors") return (await runAxe(page, furtherRows, { rules: withoutColors })).problems;
  const hasLooks = (await markLooks(page, measured, watermark)).length > 0;
  if (rules === "colors" && !hasLooks) return [];
  const { problems, judged } =
    rules === "all"
      ? await runAxe(page, furtherRows, hasLooks ? {} : { rules: withoutColors })
      : await runAxe(page, partsWithoutLooks, { runOnly: colorRules });
  await unmarkLooks(page);
  // A test that is repeated after a problem finds it again.
  if (!problems.some((problem) => colorRules.some((rule) => problem.startsWith(`${rule}:`)))) {
    for (const look of judged) measured.add(look);
  }
  return problems;
}

/** Looks whose colours were found right, on whichever page. */
const measured = new Set<string>();

/** Less than half of what `axe.source` has, for what is sent to every page. */
const source = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** Loads axe into a document, once, to measure the contrasts of what is marked. */
export async function loadAxe(page: Page): Promise<void> {
  if (await page.evaluate(() => "axe" in window)) return;
  await layOutPage(page);
  await page.evaluate(source);
  await page.evaluate((mark) => {
    const { configure } = Reflect.get(window, "axe") as typeof axe;
    configure({
      // What a message quotes is where an element is, not how it is written.
      noHtml: true,
      rules: [
        { id: "color-contrast", selector: mark },
        { id: "link-in-text-block", selector: `:is(a[href], [role="link"])${mark}` },
      ],
    });
  }, `[${lookAttribute}]`);
}

/** Without lists of what is right, and without reading the style sheets, which no rule in use asks for. */
const shared: axe.RunOptions = { resultTypes: ["violations"], preload: { assets: ["media"] } };

/**
 * @param aside what axe does not look at: it is taken out of the document meanwhile, since axe makes a picture of all
 *   that is in it
 * @returns one line for each problem, and the looks whose colours were judged
 */
async function runAxe(
  page: Page,
  aside: string,
  options: axe.RunOptions,
): Promise<{ problems: string[]; judged: string[] }> {
  await loadAxe(page);
  return page.evaluate(
    async ([taken, within, asked, mark]) => {
      const { addReporter, getReporter, run } = Reflect.get(window, "axe") as typeof axe;
      const judged: string[] = [];
      // Its own report lists nothing of what is right.
      addReporter("with looks", (results, ...others) => {
        const { passes = [], incomplete = [] } = results.find(({ id }) => id === "color-contrast") ?? {};
        const isDrawn = ({ node }: axe.RawNodeResult<"cantTell">) =>
          "element" in node && node.element.closest("svg") !== null;
        // What axe cannot tell it may be able to tell where nothing overlaps; in a drawing it never is.
        for (const { node, any } of [...passes, ...incomplete.filter(isDrawn)]) {
          if ("element" in node && any[0]?.data?.messageKey !== "hidden")
            judged.push(Reflect.get(node.element, mark));
        }
        return getReporter("v1")(results, ...others);
      });
      const { scrollX, scrollY } = window;
      const places = [...document.querySelectorAll(taken)].flatMap((element) => {
        // What is in one that was taken out, or has the focus, stays where it is.
        if (!element.isConnected || element.contains(document.activeElement)) return [];
        // An element too, so that those after it are still counted as they were.
        const place = document.createElement(element.localName);
        place.style.setProperty("display", "none", "important");
        element.replaceWith(place);
        return [() => place.replaceWith(element)];
      });
      try {
        const { violations }: axe.AxeResults = await run(within, { ...asked, reporter: "with looks" });
        const problems = violations.flatMap(({ id, nodes }) =>
          nodes.map((node) => `${id}: ${node.target.join(" ")} ${node.failureSummary}`),
        );
        return { problems, judged };
      } finally {
        for (const putBack of places) putBack();
        window.scrollTo({ left: scrollX, top: scrollY, behavior: "instant" });
      }
    },
    [aside, context, { ...shared, ...options }, lookAttribute] as const,
  );
}
