import type { Filter } from "#domain";
import { useChartData } from "../chartView/chartData";
import type { ChartState } from "../chartView/chartSearch";
import { useStatus } from "../chartView/marketStatus";
import { PlainChart } from "../chartView/PlainChart";

export interface PremiumChartProps {
  title: string;
  state: ChartState;
  filter: Filter | null;
}

/** Deviations of the prices of a few assets from their references. */
export function PremiumChart({ title, state, filter }: PremiumChartProps) {
  const { as_of: asOf } = useStatus();
  const { series } = useChartData(state, { filter, asOf });
  return (
    <PlainChart id="premium" title={title} series={series} interval={state.interval} range={state.range} />
  );
}
