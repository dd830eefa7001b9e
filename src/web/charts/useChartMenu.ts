import type { RefObject } from "react";
import { datedFileName } from "#domain/files";
import { escapeMarkup } from "#domain/text";
import type { ChartMenuAction } from "./ChartMenu";
import { useMenuActions } from "./ChartMenu";
import type { ChartPlan } from "./plan/planChart";
import { cutToRange } from "./series/calendar";
import type { ChartSeries } from "./series/chartSeries";

/** The URL of a chart within its page. */
export function chartLink(pageUrl: string, chartId: string): string {
  const url = new URL(pageUrl);
  url.searchParams.delete("embed");
  url.hash = chartId;
  return url.href;
}

/** The URL of the page's embedded view, which shows only the chart. */
export function embedLink(pageUrl: string, chartId: string): string {
  const url = new URL(chartLink(pageUrl, chartId));
  url.searchParams.set("embed", "1");
  return url.href;
}

export const embedCode = ({
  pageUrl,
  chartId,
  title,
}: {
  pageUrl: string;
  chartId: string;
  title: string;
}): string =>
  `<iframe src="${escapeMarkup(embedLink(pageUrl, chartId))}" title="${escapeMarkup(title)}" ` +
  `width="100%" height="520" style="border:0" loading="lazy"></iframe>`;

export interface ChartMenuOptions {
  id: string;
  title: string;
  subtitle: string | undefined;
  series: readonly ChartSeries[];
  plan: ChartPlan;
  /** Keys of hidden layers. */
  hidden: ReadonlySet<string>;
  maxGroups: number;
  isSample: boolean;
  brand: string;
  /** The figure, whose theme an image uses. */
  frame: RefObject<HTMLElement | null>;
  pageUrl: string | undefined;
  /** URL of a file with the values of every group, if the chart draws a subset. */
  fileHref: ((format: "csv" | "xlsx") => string) | undefined;
  canXlsx: boolean;
  canEmbed: boolean;
  /** Shows how to cite the chart; undefined if it cannot be cited. */
  onCite: (() => void) | undefined;
  /** Shows the code samples; undefined if there are none. */
  onCode: (() => void) | undefined;
}

/**
 * The available actions of a chart's menu, and their effects. Files contain the visible series or every one.
 */
export function useChartMenu(options: ChartMenuOptions): {
  message: string;
  run: (action: ChartMenuAction) => void;
  has: (action: ChartMenuAction) => boolean;
} {
  const { id, title, plan, isSample, pageUrl, fileHref, canXlsx, canEmbed, onCode, onCite } = options;
  const isOne = plan.layers.length < 2 && fileHref === undefined;
  const offered: Partial<Record<ChartMenuAction, boolean>> = {
    csvEvery: !isOne,
    xlsx: canXlsx,
    xlsxEvery: canXlsx && !isOne,
    embed: canEmbed,
    cite: onCite !== undefined,
    code: onCode !== undefined,
  };
  const { message, run } = useMenuActions(async (action) => {
    const url = pageUrl ?? window.location.href;
    const nameOf = (extension: "csv" | "xlsx" | "png" | "svg") =>
      `${datedFileName({ title, date: plan.dates.at(-1), isSample })}.${extension}`;
    switch (action) {
      case "cite":
        onCite?.();
        return "";
      case "code":
        onCode?.();
        return "";
      case "link":
        await navigator.clipboard.writeText(chartLink(url, id));
        return "Link copied";
      case "embed":
        await navigator.clipboard.writeText(embedCode({ pageUrl: url, chartId: id, title }));
        return "Embed code copied";
      case "csv":
      case "xlsx":
        await saveFigures(options, { format: action, every: false, name: nameOf(action) });
        return `${action.toUpperCase()} saved`;
      case "csvEvery":
      case "xlsxEvery": {
        const format = action === "csvEvery" ? "csv" : "xlsx";
        if (fileHref !== undefined) {
          window.location.assign(fileHref(format));
          return "";
        }
        await saveFigures(options, { format, every: true, name: nameOf(format) });
        return `${format.toUpperCase()} saved`;
      }
      default:
        await savePicture(options, action, nameOf(action));
        return "Image saved";
    }
  });
  return { message, run, has: (action) => offered[action] ?? true };
}

async function saveFigures(
  { series, plan, hidden, maxGroups, isSample }: ChartMenuOptions,
  { format, every, name }: { format: "csv" | "xlsx"; every: boolean; name: string },
) {
  const [{ chartFigures }, files] = await Promise.all([
    import("./files/chartFigures"),
    import("./files/saveFile"),
  ]);
  const { range, interval } = plan.view;
  const selection = every ? { maxGroups: Number.POSITIVE_INFINITY } : { maxGroups, hidden };
  await files.saveFigures(
    chartFigures(cutToRange(series, range), { interval, isSample, marks: plan.marks, ...selection }),
    format,
    name,
  );
}

async function savePicture(
  { plan, title, subtitle, brand, isSample, hidden, frame }: ChartMenuOptions,
  format: "png" | "svg",
  name: string,
) {
  if (!frame.current) return;
  const [{ chartPicture }, { resolveInk }, files] = await Promise.all([
    import("./files/chartPicture"),
    import("./color/resolveInk"),
    import("./files/saveFile"),
  ]);
  const ink = resolveInk(frame.current);
  await files.savePicture(
    chartPicture(plan, { title, subtitle, brand, isSample, ink, hidden }),
    format,
    name,
  );
}
