import { useMemo } from "react";
import type { FigureSources } from "#domain";
import { BENCHMARK_TYPE, type ChartGroup, type ChartSeries } from "../../charts/series/chartSeries";
import { Share } from "../../format/Share";
import { type PackedSeries, unpackSeries } from "../../rpc/packSeries";
import { PlainChart } from "../chartView/PlainChart";
import { shareCourse } from "./shareCourse";

export interface MarketShareChartProps {
  /** Whose share it is. */
  group: ChartGroup;
  part: PackedSeries;
  whole: PackedSeries;
  /** The same without stablecoins. */
  partWithout: PackedSeries;
  wholeWithout: PackedSeries;
  /** Sources of the values. */
  figures: FigureSources;
  /** Its place among its kind, in words. */
  rank: string;
}

const measure = { id: 0, slug: "market_share", name: "Share of the market", unit: "percent" };

const pointsOf = (packed: PackedSeries) => unpackSeries(packed).results[0]?.points ?? [];

/** The share of the market over time: of everything, and of all but stablecoins. */
export function MarketShareChart({
  group,
  part,
  whole,
  partWithout,
  wholeWithout,
  figures,
  rank,
}: MarketShareChartProps) {
  const { type, id, slug, color } = group;
  const series = useMemo(
    (): ChartSeries[] =>
      [
        {
          measure,
          group: { type, id, slug, color, name: "Of all assets" },
          points: shareCourse(pointsOf(part), pointsOf(whole)),
        },
        {
          measure,
          group: { type: BENCHMARK_TYPE, id: null, slug: null, color: null, name: "Without stablecoins" },
          points: shareCourse(pointsOf(partWithout), pointsOf(wholeWithout)),
        },
      ].filter(({ points }) => points.length > 0),
    [type, id, slug, color, part, whole, partWithout, wholeWithout],
  );
  const share = series[0]?.points.at(-1)?.[1];
  if (share === undefined || share === null) return null;
  return (
    <PlainChart id="market-share" title="Market share" series={series} interval="month" figures={figures}>
      {rank}: <Share percent={share} /> of the value of all assets in the catalog.
    </PlainChart>
  );
}
