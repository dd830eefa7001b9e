import { availableMetrics } from "../../features/chartView/availableMetrics";
import { ChartSection } from "../../features/chartView/ChartSection";
import { loadChart } from "../../features/chartView/chartData";
import { type ChartDefaults, chartState } from "../../features/chartView/chartSearch";
import type { Section } from "../section";
import type { Subject } from "../subject";

export interface ChartOptions<S extends Subject> {
  /** What it shows unless the address says otherwise. */
  defaults: (subject: S) => ChartDefaults;
  /** Ways to split the figures. */
  groups: readonly ChartDefaults["group"][];
  /** Metrics that can be chosen; by default those that the subject has. */
  metrics?: (subject: S) => readonly string[];
}

/** The chart of a screen. */
export const chart = <S extends Subject>({ defaults, groups, metrics }: ChartOptions<S>): Section<S> => ({
  isChart: true,
  load: ({ api, search, subject, status }) =>
    loadChart(api, chartState(search, defaults(subject), { groups }), {
      filter: subject.filter,
      asOf: status.as_of,
    }),
  show: ({ search, subject }) => (
    <ChartSection
      subject={subject.name}
      search={search}
      defaults={defaults(subject)}
      groups={groups}
      metrics={metrics?.(subject) ?? availableMetrics(subject.row, defaults(subject).metric)}
      filter={subject.filter}
      endedDate={subject.endedDate}
    />
  ),
});
