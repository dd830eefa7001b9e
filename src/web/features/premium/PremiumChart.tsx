import { type Filter, metricByName } from "#domain";
import { Chart } from "../../charts/Chart";
import { useChartData } from "../chartView/chartData";
import type { ChartState } from "../chartView/chartSearch";
import { useStatus } from "../chartView/marketStatus";
import { useMayDownload } from "../people/session/useMayDownload";
import { sourceLine } from "../provenance/sourceLine";

/** Anchor of the chart in its page, which has another one first. */
const CHART_ID = "premium";

export interface PremiumChartProps {
  title: string;
  state: ChartState;
  filter: Filter | null;
  brand: string;
}

/** How far prices of a few assets were from their references. */
export function PremiumChart({ title, state, filter, brand }: PremiumChartProps) {
  const status = useStatus();
  const canXlsx = useMayDownload("xlsx");
  const { series } = useChartData(state, { filter, asOf: status.as_of });
  const { mode, range, interval } = state;
  return (
    <div className="min-w-0 rounded-lg border bg-surface p-4">
      <Chart
        id={CHART_ID}
        title={title}
        subtitle={sourceLine({ brand, status, measure: metricByName(state.metric)?.label ?? state.metric })}
        series={series}
        view={{ mode, range, interval, scale: "linear", percent: false }}
        isSample={status.has_sample}
        brand={brand}
        size="sm"
        canXlsx={canXlsx}
        canEmbed={false}
      />
    </div>
  );
}
