import type { ChartPlan } from "../plan/planChart";
import { isPartsMode } from "../series/chartTypes";

export interface PaintOptions {
  /** Prefix of ids in the SVG; unique in a page. */
  id: string;
  title: string;
  /** Keys of layers that are not drawn. */
  hidden?: ReadonlySet<string>;
}

/**
 * Renders a chart on the server; undefined in the browser, which keeps the server's markup. The imports
 * depend on a build constant, so that the browser's first load does not include the drawing library.
 */
export const paintOnServer: ((plan: ChartPlan, options: PaintOptions) => string) | undefined = import.meta.env
  .SSR
  ? await painter()
  : undefined;

async function painter() {
  const [{ paintChart }, { paintParts }] = await Promise.all([
    import("./paintChart"),
    import("./paintChart"),
  ]);
  return (plan: ChartPlan, options: PaintOptions): string => {
    const { mode } = plan.view;
    return isPartsMode(mode) ? paintParts(plan, { ...options, mode }) : paintChart(plan, options);
  };
}
