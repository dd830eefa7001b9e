import { useMemo } from "react";
import type { FigureSources } from "#domain";
import type { ChartGroup, ChartSeries } from "../../charts/series/chartSeries";
import { Share } from "../../format/Share";
import { type PackedSeries, unpackSeries } from "../../rpc/packSeries";
import { PlainChart } from "../chartView/PlainChart";
import { shareCourse } from "./shareCourse";

export interface MarketShareChartProps {
  /** The group with the share. */
  group: ChartGroup;
  part: PackedSeries;
  whole: PackedSeries;
  /** Description of the total. */
  of: string;
  /** Sources of the values. */
  figures: FigureSources;
  /** Rank among groups of its kind, as text. */
  rank: string;
}

const measure = { id: 0, slug: "market_share", name: "Share of the market", unit: "percent" };

const pointsOf = (packed: PackedSeries) => unpackSeries(packed).results[0]?.points ?? [];

/** Market share over time. */
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
