import { useRouteContext } from "@tanstack/react-router";
import { lazy, type RefObject, Suspense, useState } from "react";
import { datedFileName } from "#domain/files";
import { metricByName } from "#domain/metrics";
import { ChartMenu, type ChartMenuAction, useMenuActions } from "../../charts/ChartMenu";
import { useStatus } from "../chartView/marketStatus";
import { useCanDownload } from "../people/session/useCanDownload";
import type { ScatterMetrics, ScatterPoint } from "./scatterPoints";

const CitedChart = lazy(() => import("../dated/CitedChart"));

export interface ScatterMenuProps {
  /** Anchor of the chart. */
  id: string;
  title: string;
  points: readonly ScatterPoint[];
  metrics: ScatterMetrics;
  /** The figure, whose theme an image uses. */
  figure: RefObject<HTMLElement | null>;
}

/** Exports the scatter chart as an image or its figures as a file. */
export function ScatterMenu({ id, title, points, metrics, figure }: ScatterMenuProps) {
  const brand = useRouteContext({ from: "__root__", select: (context) => context.site.brand });
  const canXlsx = useCanDownload("xlsx");
  const { as_of: date, has_sample: isSample } = useStatus();
  const offered: Readonly<Partial<Record<ChartMenuAction, boolean>>> = {
    csv: true,
    xlsx: canXlsx,
    png: true,
    svg: true,
    cite: true,
  };
  const [isCiting, setCiting] = useState(false);
  const { message, run } = useMenuActions(async (action) => {
    const nameOf = (extension: "csv" | "xlsx" | "png" | "svg") =>
      `${datedFileName({ title, date, isSample })}.${extension}`;
    if (action === "csv" || action === "xlsx") {
      const { saveFigures } = await import("../../charts/files/saveFile");
      const slugs = [metrics.y, metrics.x, metrics.size];
      await saveFigures(
        {
          names: ["Date", "Id", "Asset", "Ticker", ...slugs.map(nameOfMetric(isSample))],
          rows: points.map(({ row, x, y, size }) => [
            date,
            row.id as number,
            String(row.name),
            row.ticker == null ? null : String(row.ticker),
            y,
            x,
            size,
          ]),
        },
        action,
        nameOf(action),
      );
      return `${action.toUpperCase()} saved`;
    }
    if ((action === "png" || action === "svg") && figure.current !== null) {
      const [{ scatterPicture }, { resolveInk }, { savePicture }] = await Promise.all([
        import("./scatterPicture"),
        import("../../charts/color/resolveInk"),
        import("../../charts/files/saveFile"),
      ]);
      const ink = resolveInk(figure.current);
      await savePicture(
        scatterPicture(points, { title, metrics, date, brand, isSample, ink }),
        action,
        nameOf(action),
      );
      return "Image saved";
    }
    if (action === "cite") setCiting(true);
    return "";
  });
  return (
    <div className="flex items-center gap-2">
      <p className="text-muted text-sm" role="status">
        {message}
      </p>
      <ChartMenu title={title} has={(action) => offered[action] === true} onAction={run} />
      {isCiting && (
        <Suspense>
          <CitedChart id={id} title={title} date={date} onClose={() => setCiting(false)} />
        </Suspense>
      )}
    </div>
  );
}

const nameOfMetric =
  (isSample: boolean) =>
  (slug: string): string =>
    `${metricByName(slug)?.name ?? slug}${isSample ? " (sample)" : ""}`;
