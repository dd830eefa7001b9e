import AxeBuilder from "@axe-core/playwright";
import type { Page } from "playwright-core";

/** Rows that are made as those before them: of a hundred, measuring colours would take a minute. */
const furtherRows = "main tbody tr:nth-child(n + 7)";

/** Behind the plot, for pictures that leave the page; what it says stands beside the chart in words. */
const watermark = ".chart-watermark[aria-hidden=true]";

/** What a theme can change. Measuring contrasts is most of what a check costs. */
const colorRules = ["color-contrast", "link-in-text-block"];

export type AccessibilityRules = "all" | "colors" | "all but colors";

/** What a view is held to in each theme, where it is checked in both. */
export const rulesOfTheme = { light: "all", dark: "colors" } as const;

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
  // In one piece, which pages without frames of other origins allow, and without a list of what is right: half the time.
  const axe = new AxeBuilder({ page }).setLegacyMode(true).options({ resultTypes: ["violations"] });
  axe.exclude(furtherRows).exclude(watermark);
  if (rules === "colors") axe.withRules(colorRules);
  if (rules === "all but colors") axe.disableRules(colorRules);
  const { violations } = await axe.analyze();
  return violations.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${id}: ${node.target.join(" ")} ${node.failureSummary}`),
  );
}
