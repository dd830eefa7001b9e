import { formatLookback, type Lookback } from "#domain/metrics";
import { lookbackLabel } from "../../../format/lookbackLabel";
import { SegmentedControl } from "../../../ui/controls/SegmentedControl";
import type { Size } from "../../../ui/styles/scale";
import { SearchLink } from "../query/SearchLink";

export interface PeriodSwitchProps<Period extends Lookback> {
  label: string;
  periods: readonly Period[];
  /** The look-back in the URL. Default: 30 days. */
  value: Lookback | undefined;
  /** Search parameters that select a look-back. */
  patch: (period: Exclude<Period, "30d"> | undefined) => object;
  /** Accessible name of a look-back. Default: `30 days`. */
  nameOf?: (period: Lookback) => string;
  size?: Size;
}

/** Links that select a look-back. */
export const PeriodSwitch = <Period extends Lookback>({
  label,
  periods,
  value = "30d",
  patch,
  nameOf = formatLookback,
  size = "xs",
}: PeriodSwitchProps<Period>) => (
  <SegmentedControl
    label={label}
    size={size}
    value={value}
    segments={periods.map((period) => ({
      value: period as Lookback,
      label: lookbackLabel(period),
      name: nameOf(period),
      link: (
        <SearchLink<object>
          patch={patch(period === "30d" ? undefined : (period as Exclude<Period, "30d">))}
        />
      ),
    }))}
  />
);
