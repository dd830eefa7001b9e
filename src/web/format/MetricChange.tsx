import type { Lookback, MetricValue, Polarity, Unit } from "#domain";
import { Change, type ChangeProps } from "./Change";
import { lookbackLabel } from "./lookbackLabel";

export interface MetricChangeProps extends Pick<ChangeProps, "as"> {
  /** Null or undefined where the figure is unknown. */
  metric: MetricValue | null | undefined;
  unit: Unit | string | null;
  /** What more of the metric means; null where that is not known. */
  polarity: Polarity | null;
  over: Lookback;
  /** Whether the span is shown after the change. Default: false. */
  showPeriod?: boolean;
}

/**
 * How a figure changed: in percent of what it was, or, for figures that are
 * percentages themselves, in percentage points: a yield from 5% to 4% is down
 * by one point, which "−20%" would hide. Between figures of which one is negative, no percentage
 * means anything.
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
