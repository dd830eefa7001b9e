import type { ChartPlan } from "../plan/planChart";
import { partModeOf } from "../series/chartSeries";

/**
 * Paints a chart while a page is rendered; undefined in the browser, which keeps
 * what the server painted. The imports stand behind a constant of the build, so
 * that the drawing library is no part of what the browser loads first.
 */
export const paintOnServer: ((plan: ChartPlan, names: { id: string; title: string }) => string) | undefined =
  import.meta.env.SSR ? await painter() : undefined;

async function painter() {
  const [{ paintChart }, { paintParts }] = await Promise.all([
    import("./paintChart"),
    import("./paintParts"),
  ]);
  return (plan: ChartPlan, names: { id: string; title: string }): string => {
    const mode = partModeOf(plan.view.mode);
    return mode === null ? paintChart(plan, names) : paintParts(plan, { ...names, mode });
  };
}
