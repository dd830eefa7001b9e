import { useMemo } from "react";
import type { FigureSources } from "#domain";
import type { ChartGroup, ChartSeries } from "../../charts/series/chartSeries";
import { Share } from "../../format/Share";
import { type PackedSeries, unpackSeries } from "../../rpc/packSeries";
import { PlainChart } from "../chartView/PlainChart";
import { shareCourse } from "./shareCourse";

export interface MarketShareChartProps {
  /** Whose share it is. */
  group: ChartGroup;
  part: PackedSeries;
  whole: PackedSeries;
  /** What the whole consists of, in words. */
  of: string;
  /** Sources of the values. */
  figures: FigureSources;
  /** Its place among its kind, in words. */
  rank: string;
}

const measure = { id: 0, slug: "market_share", name: "Share of the market", unit: "percent" };

const pointsOf = (packed: PackedSeries) => unpackSeries(packed).results[0]?.points ?? [];

/** The share of the market over time. */
export function MarketShareChart({ group, part, whole, of, figures, rank }: MarketShareChartProps) {
  const { type, id, slug, color, name } = group;
  const series = useMemo(
    (): ChartSeries[] =>
      [
        {
          measure,
          group: { type, id, slug, color, name },
          points: shareCourse(pointsOf(part), pointsOf(whole)),
        },
      ].filter(({ points }) => points.length > 0),
    [type, id, slug, color, name, part, whole],
  );
  const share = series[0]?.points.at(-1)?.[1];
  if (share === undefined || share === null) return null;
  return (
    <PlainChart
      id="market-share"
      title={`Market share: ${name}`}
      series={series}
      interval="month"
      figures={figures}
    >
      {rank}: <Share percent={share} /> of the value of {of}.
    </PlainChart>
  );
}
