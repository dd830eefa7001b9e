import { type Lookback, type MetricValue, metricByName } from "#domain/metrics";
import { Sparkline } from "../../ui/figures/Sparkline";
import { Tile } from "../../ui/figures/Tile";
import { CheckMarkLink } from "../checks/CheckMarkLink";
import type { CheckMark } from "../checks/checkMarks";
import { type Coverage, coverageWords, isMuchMissing } from "./coverage";
import { MetricInfo } from "./MetricInfo";

export interface MetricTileProps {
  /** Slug of the metric. */
  metric: string;
  /** Null if unknown, undefined while loading. */
  value: MetricValue | null | undefined;
  asOf: string | null;
  /** Replaces a metric label that would be ambiguous here. */
  label?: string;
  /** Trend of the last 90 days, in percent of the range from lowest to highest. Default: none. */
  trend?: readonly (number | null)[] | undefined;
  /** Number of tokens with a known value, if not all of them. */
  coverage?: Coverage | undefined;
  /** True if the page has a provenance section for this figure. */
  isExplained?: boolean;
  /** The check that the figure breaks. */
  mark?: CheckMark | undefined;
  /** Look-backs of the changes. Default: those of tiles. */
  lookbacks?: readonly Lookback[] | undefined;
}

/** Weekdays differ, and thirty days before a Monday was a Saturday. */
const sameWeekday: readonly Lookback[] = ["7d"];

/** A key figure of a described metric; renders nothing for an unknown name. */
export function MetricTile({
  metric: name,
  value,
  asOf,
  label,
  trend,
  coverage,
  isExplained = false,
  mark,
  lookbacks,
}: MetricTileProps) {
  const metric = metricByName(name);
  if (metric === undefined) return null;
  const periods = lookbacks ?? (metric.kind === "flow" ? sameWeekday : undefined);
  // Without any known value, there is no figure that could be mistaken for a total.
  const partial = value?.val == null ? undefined : coverage;
  return (
    <Tile
      label={label ?? metric.label}
      metric={value}
      unit={metric.unit}
      format={metric.format}
      polarity={metric.polarity}
      {...(periods && { lookbacks: periods })}
      // Decorative: the changes below state the trend in figures.
      aside={trend && <Sparkline values={trend} shrinks />}
      gist={metric.gist}
      mark={mark && <CheckMarkLink mark={mark} isLong />}
      note={partial && isMuchMissing(partial) ? coverageWords(partial) : undefined}
      info={<MetricInfo metric={metric} asOf={asOf} coverage={partial} isExplained={isExplained} />}
    />
  );
}
