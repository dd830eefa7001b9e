import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type axe from "axe-core";
import type { Page } from "playwright-core";
import { disableMotion } from "./disableMotion";
import { lookAttribute, markLooks, unmarkLooks } from "./looks";
import { layOutPage } from "./screenProblems";

/** Rows that repeat the structure of earlier rows. */
const furtherRows = `main tbody tr:nth-child(n + 4):not(:has([${lookAttribute}]))`;

/** Parts of a page in normal flow that have no colours to measure. */
const partsWithoutLooks = ["tr", "section"]
  .map((part) => `main ${part}:not([${lookAttribute}], :has([${lookAttribute}]))`)
  .join();

/** Shown in exported pictures only; the text beside the chart has the same content. */
const watermark = ".chart-watermark[aria-hidden=true]";
const context: axe.SerialContextObject = { exclude: [watermark] };

/** Rules that depend on the theme. Measuring contrasts takes most of the time of a check. */
const colorRules = ["color-contrast", "link-in-text-block"];
const withoutColors = Object.fromEntries(colorRules.map((rule) => [rule, { enabled: false }]));

export type AccessibilityRules = "all" | "colors" | "all but colors";

/**
 * Problems that axe finds on a page, one line each.
 * @param rules `colors` for a view that differs only by its theme from one checked with all rules, `all but colors`
 * for one that differs by its width
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
  // A test that is retried after a problem finds it again.
  if (!problems.some((problem) => colorRules.some((rule) => problem.startsWith(`${rule}:`)))) {
    for (const look of judged) measured.add(look);
  }
  return problems;
}

/** Looks whose colours passed, on any page. */
const measured = new Set<string>();

/** Less than half the size of `axe.source`, since it is sent to every page. */
const source = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** Loads axe into a document once, to measure the contrasts of marked elements. */
export async function loadAxe(page: Page): Promise<void> {
  if (await page.evaluate(() => "axe" in window)) return;
  await layOutPage(page);
  await page.evaluate(source);
  await page.evaluate((mark) => {
    const { configure } = Reflect.get(window, "axe") as typeof axe;
    configure({
      // Messages name the path of an element rather than its markup.
      noHtml: true,
      rules: [
        { id: "color-contrast", selector: mark },
        { id: "link-in-text-block", selector: `:is(a[href], [role="link"])${mark}` },
      ],
    });
  }, `[${lookAttribute}]`);
}

/** Without lists of passes, and without reading the style sheets, which no rule in use needs. */
const shared: axe.RunOptions = { resultTypes: ["violations"], preload: { assets: ["media"] } };

/**
 * @param aside parts that axe skips: they are removed from the document meanwhile, since axe indexes the whole
 * document
 * @returns one line for each problem, and the looks whose colours were judged
 */
async function runAxe(
  page: Page,
  aside: string,
  options: axe.RunOptions,
): Promise<{ problems: string[]; judged: string[] }> {
  await loadAxe(page);
  return page.evaluate(
    async ([taken, within, runOptions, mark]) => {
      const { addReporter, getReporter, run } = Reflect.get(window, "axe") as typeof axe;
      const judged: string[] = [];
      // The report of axe does not list passes.
      addReporter("with looks", (results, ...others) => {
        const { passes = [], incomplete = [] } = results.find(({ id }) => id === "color-contrast") ?? {};
        const isDrawn = ({ node }: axe.RawNodeResult<"cantTell">) =>
          "element" in node && node.element.closest("svg") !== null;
        // Axe may decide undetermined cases once nothing overlaps; in drawings it never does.
        for (const { node, any } of [...passes, ...incomplete.filter(isDrawn)]) {
          if ("element" in node && any[0]?.data?.messageKey !== "hidden")
            judged.push(Reflect.get(node.element, mark));
        }
        return getReporter("v1")(results, ...others);
      });
      const { scrollX, scrollY } = window;
      const places = [...document.querySelectorAll(taken)].flatMap((element) => {
        // Parts that contain a removed part or have the focus stay in place.
        if (!element.isConnected || element.contains(document.activeElement)) return [];
        // The placeholder is an element, so that later siblings keep their index.
        const place = document.createElement(element.localName);
        place.style.setProperty("display", "none", "important");
        element.replaceWith(place);
        return [() => place.replaceWith(element)];
      });
      try {
        const { violations }: axe.AxeResults = await run(within, { ...runOptions, reporter: "with looks" });
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
