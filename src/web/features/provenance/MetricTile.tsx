import { type Lookback, type MetricValue, metricByName } from "#domain";
import { Sparkline } from "../../ui/figures/Sparkline";
import { Tile } from "../../ui/figures/Tile";
import { type Coverage, coverageWords, isMuchMissing } from "./coverage";
import { MetricInfo } from "./MetricInfo";

export interface MetricTileProps {
  /** Slug of the metric. */
  metric: string;
  /** Null where it is unknown, undefined while it loads. */
  value: MetricValue | null | undefined;
  asOf: string | null;
  /** Where the metric's own label would not say what is meant. */
  label?: string;
  /** Its course over the last 90 days, as percents of the way from the lowest to the highest. Default: none. */
  trend?: readonly (number | null)[] | undefined;
  /** Of how many tokens it is known, where that is not all of them. */
  coverage?: Coverage | undefined;
  /** Whether the page explains this very figure further down. */
  isExplained?: boolean;
  /** Periods over which it changed. Default: those of tiles. */
  lookbacks?: readonly Lookback[] | undefined;
}

/** A day of the week is unlike the others, and thirty days before a Monday was a Saturday. */
const sameWeekday: readonly Lookback[] = ["7d"];

/** The headline figure of a described metric; nothing where no metric has the name. */
export function MetricTile({
  metric: name,
  value,
  asOf,
  label,
  trend,
  coverage,
  isExplained = false,
  lookbacks,
}: MetricTileProps) {
  const metric = metricByName(name);
  if (metric === undefined) return null;
  const periods = lookbacks ?? (metric.kind === "flow" ? sameWeekday : undefined);
  // What is known of none has no figure that could be taken for all.
  const partial = value?.val == null ? undefined : coverage;
  return (
    <Tile
      label={label ?? metric.label}
      metric={value}
      unit={metric.unit}
      format={metric.format}
      polarity={metric.polarity}
      {...(periods && { lookbacks: periods })}
      // An ornament: the changes below say in figures where it leads.
      aside={trend && <Sparkline values={trend} shrinks />}
      gist={metric.gist}
      note={partial && isMuchMissing(partial) ? coverageWords(partial) : undefined}
      info={<MetricInfo metric={metric} asOf={asOf} coverage={partial} isExplained={isExplained} />}
    />
  );
}
