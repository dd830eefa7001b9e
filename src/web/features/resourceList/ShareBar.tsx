import { type AggregateRow, metricOf, type ResourceRow } from "#domain/api";
import { type ColoredGroup, groupColor, inkFor } from "../../charts/color/groupColor";
import { pageInk } from "../../charts/color/palette";
import { barWidth } from "../../format/barWidth";
import { formatShare } from "../../format/formatNumber";
import { Unknown } from "../../format/Unknown";

/** Share of a row in a total, in percent; null if either is unknown or the total is zero. */
export function shareOf(
  row: AggregateRow | ResourceRow,
  metric: string,
  total: number | null,
): number | null {
  const value = metricOf(row, metric)?.val ?? null;
  return value === null || total === null || total <= 0 ? null : (value / total) * 100;
}

export interface ShareBarProps {
  /** In percent; null if unknown. */
  share: number | null;
  /** The group that determines the colour of the bar. Null for the accent colour. */
  of: ColoredGroup | null;
}

/** A share as a figure and a bar. */
export const ShareBar = ({ share, of }: ShareBarProps) => (
  <span className="inline-flex w-full min-w-24 items-center justify-end gap-2">
    <span aria-hidden="true" className="h-1.5 min-w-8 flex-1 overflow-hidden rounded-full bg-line">
      <span
        className="block h-full rounded-full bg-accent-fill"
        style={{
          width: barWidth(share ?? 0),
          backgroundColor: of ? inkFor(groupColor(of), pageInk) : undefined,
        }}
      />
    </span>
    <span className="min-w-14">
      {share === null ? <Unknown /> : <data value={share}>{formatShare(share)}</data>}
    </span>
  </span>
);
