import type { ResourceRow } from "#domain/api";
import { metricByName } from "#domain/metrics";
import { assetName } from "../../features/resourceList/assetColumns";
import { metricColumn } from "../../features/resourceList/metricColumns";
import { SmallTable } from "../../features/resourceList/SmallTable";
import {
  nameWithin,
  type ScatterMetrics,
  scatterPoints,
  unknownWords,
} from "../../features/yieldScatter/scatterPoints";
import { YieldScatter } from "../../features/yieldScatter/YieldScatter";
import { formatFigure } from "../../format/formatNumber";
import { Card } from "../../ui/display/Card";
import { type ScreenContext, type Section, section } from "../frame/section";
import type { AssetsSubject } from "../frame/subject";

/** Limit of distinguishable dots. */
const MOST = 100;

/**
 * Scatter chart of a subject's assets by two metrics, with a third as the area of the dots, and a table of
 * the figures.
 */
export const scatter = (metrics: ScatterMetrics): Section<AssetsSubject> =>
  section({
    queries: ({ subject }: ScreenContext<AssetsSubject>) => ({
      assets: {
        rowsOf: "assets",
        filter: subject.filter,
        sort: { field: metrics.size, direction: "desc" },
        pagination: { page: 1, perPage: MOST },
        fields: ["slug", "name", "ticker", metrics.x, metrics.y, metrics.size],
      } as const,
    }),
    render: ({ assets: { results, pagination } }, { subject }) => {
      const { points, unknown } = scatterPoints(results, metrics);
      const [x, y] = [metrics.x, metrics.y].map((metric) => metricByName(metric)?.label ?? metric);
      const left = pagination.resultCount - results.length;
      const notes = [
        unknownWords(unknown),
        left > 0
          ? `${formatFigure(left, "count")} smaller ${left === 1 ? "one is" : "ones are"} not shown.`
          : null,
      ].filter((note) => note !== null);
      return (
        <Card
          title={`${y} and ${nameWithin(metrics.x)}`}
          description={`Each dot is an asset. The larger the dot, the higher its ${nameWithin(metrics.size)}.`}
          padded={false}
          footer={points.length > 0 && notes.length > 0 ? notes.join(" ") : undefined}
        >
          {points.length === 0 ? (
            <p className="px-4 py-8 text-center text-md text-muted">
              No asset has both a known {nameWithin(metrics.y)} and a known {nameWithin(metrics.x)} yet.
            </p>
          ) : (
            <>
              <YieldScatter
                title={`${subject.name}: ${y} by ${nameWithin(metrics.x)}`}
                points={points}
                metrics={metrics}
              />
              <details className="border-t">
                <summary className="min-h-6 cursor-pointer px-4 py-2 font-medium text-sm">
                  Show these figures as a table
                </summary>
                <SmallTable<ResourceRow>
                  caption={`${subject.name}: ${y}, ${x} and size`}
                  columns={[
                    assetName,
                    metricColumn(metrics.y, { kind: "asset" }),
                    metricColumn(metrics.x, { kind: "asset" }),
                    metricColumn(metrics.size, { kind: "asset" }),
                  ]}
                  rows={points.map(({ row }) => row)}
                  rowKey={(row) => row.id}
                  most={10}
                />
              </details>
            </>
          )}
        </Card>
      );
    },
  });
