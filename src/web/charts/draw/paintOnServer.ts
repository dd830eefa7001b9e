import type { ChartPlan } from "../plan/planChart";
import { partModeOf } from "../series/chartSeries";

export interface PaintOptions {
  /** Set before the ids within; unique in a page. */
  id: string;
  title: string;
  /** Keys of layers that are not drawn. */
  hidden?: ReadonlySet<string>;
}

/**
 * Paints a chart while a page is rendered; undefined in the browser, which keeps
 * what the server painted. The imports stand behind a constant of the build, so
 * that the drawing library is no part of what the browser loads first.
 */
export const paintOnServer: ((plan: ChartPlan, options: PaintOptions) => string) | undefined = import.meta.env
  .SSR
  ? await painter()
  : undefined;

async function painter() {
  const [{ paintChart }, { paintParts }] = await Promise.all([
    import("./paintChart"),
    import("./paintParts"),
  ]);
  return (plan: ChartPlan, options: PaintOptions): string => {
    const mode = partModeOf(plan.view.mode);
    return mode === null ? paintChart(plan, options) : paintParts(plan, { ...options, mode });
  };
}
