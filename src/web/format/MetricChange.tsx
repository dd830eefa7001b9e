import type { Lookback, MetricValue, Polarity, Unit } from "#domain/metrics";
import { Change, type ChangeProps } from "./Change";
import { lookbackLabel } from "./lookbackLabel";

export interface MetricChangeProps extends Pick<ChangeProps, "as"> {
  /** Null or undefined if the figure is unknown. */
  metric: MetricValue | null | undefined;
  unit: Unit | string | null;
  /** Whether an increase is good, bad or neutral; null if unknown. */
  polarity: Polarity | null;
  over: Lookback;
  /** True to show the look-back after the change. Default: false. */
  showPeriod?: boolean;
}

/**
 * Change of a figure: in percent, or in percentage points for figures that are percentages: a yield from 5%
 * to 4% is down by one point, which "−20%" would hide. No percentage is shown if either figure is negative.
 */
export function MetricChange({ metric, unit, polarity, over, showPeriod = false, as }: MetricChangeProps) {
  const period = showPeriod ? lookbackLabel(over) : undefined;
  const shown = { period, polarity: polarity ?? "neutral", as };
  return unit === "percent"
    ? Change({ percent: metric?.[`chg_${over}_amt`], ...shown, isPoints: true })
    : Change({ percent: isNegative(metric, over) ? null : metric?.[`chg_${over}_pct`], ...shown });
}

const isNegative = (metric: MetricChangeProps["metric"], over: Lookback): boolean =>
  [metric?.val, metric?.[`val_${over}`]].some((value) => value != null && value < 0);
