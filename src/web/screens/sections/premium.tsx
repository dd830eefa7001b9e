import { useSuspenseQuery } from "@tanstack/react-query";
import { lazy } from "react";
import type { ResourceRow } from "#domain/api";
import { type MetricSlug, metricByName } from "#domain/metrics";
import { allOf, type Filter } from "#domain/query";
import { assetsResource, type ColumnName, fieldByName } from "#domain/resources";
import { loadChart, useChartData } from "../../features/chartView/chartData";
import { type ChartState, chartState } from "../../features/chartView/chartSearch";
import { useStatus } from "../../features/chartView/marketStatus";
import { PlainChart } from "../../features/chartView/PlainChart";
import type { PageSearch } from "../../features/chartView/pageSearch";
import type { PremiumOptions } from "../../features/premium/premiumOptions";
import { assetName } from "../../features/resourceList/assetColumns";
import { furthestFromZero } from "../../features/resourceList/furthestFromZero";
import { metricColumn } from "../../features/resourceList/metricColumns";
import { type SmallColumn, SmallTable } from "../../features/resourceList/SmallTable";
import { SearchLink } from "../../features/table/query/SearchLink";
import { textOf } from "../../format/textOf";
import { marketOptions, type RowsQuery } from "../../rpc/marketQueries";
import { Card } from "../../ui/display/Card";
import { type ScreenContext, type Section, section } from "../frame/section";
import type { AssetsSubject } from "../frame/subject";

const ChartChanges = lazy(() => import("../../features/chartView/ChartChanges"));

interface PremiumChartProps {
  title: string;
  state: ChartState;
  filter: Filter | null;
}

/** Deviations of the prices of a few assets from their references. */
function PremiumChart({ title, state, filter }: PremiumChartProps) {
  const { as_of: asOf } = useStatus();
  const scope = { filter, asOf };
  const data = useChartData(state, scope);
  return (
    <PlainChart
      id="premium"
      title={title}
      series={data.series}
      interval={state.interval}
      range={state.range}
      changes={<ChartChanges title={title} state={state} scope={scope} data={data} />}
    />
  );
}

/** Number of distinguishable lines close to zero. */
const LINES = 5;
const ROWS = 8;

const isKnown = (metric: MetricSlug) => ({ operator: "notEquals", field: metric, value: null }) as const;

const largest = ({ filter }: AssetsSubject, { metric, size }: PremiumOptions): RowsQuery => ({
  rowsOf: "assets",
  filter: allOf(filter, isKnown(metric)),
  sort: { field: size, direction: "desc" },
  pagination: { page: 1, perPage: LINES },
  fields: ["slug"],
});

const stateOf = ({ metric }: PremiumOptions, assets: readonly ResourceRow[]) =>
  chartState(
    { compare: assets.map(({ slug }) => slug).join(","), events: "none" },
    { metric, group: "asset", mode: "lines", range: "3m" },
    { groups: ["asset"] },
  );

/** The premiums of the largest assets of a subject over three months. The main chart offers other ranges. */
export const premiumChart = (options: PremiumOptions): Section<AssetsSubject> => ({
  load: async ({ api, subject, status }) => {
    const rows = marketOptions(api.trpc, largest(subject, options));
    const { results } = await api.queryClient.query({ ...rows, staleTime: "static" });
    if (results.length === 0) return;
    await loadChart(api, stateOf(options, results), { filter: subject.filter, asOf: status.as_of });
  },
  show: (context) => <Largest options={options} context={context} />,
});

function Largest({
  options,
  context: { api, subject },
}: {
  options: PremiumOptions;
  context: ScreenContext<AssetsSubject>;
}) {
  const { results } = useSuspenseQuery(marketOptions(api.trpc, largest(subject, options))).data;
  if (results.length === 0) return null;
  return <PremiumChart title={options.title} state={stateOf(options, results)} filter={subject.filter} />;
}

/** The assets of a subject with the largest deviations from their references. */
export const premiumTable = (options: PremiumOptions): Section<AssetsSubject> => {
  const { metric, against, size, furthest } = options;
  return section({
    queries: ({ subject }: ScreenContext<AssetsSubject>) => {
      const ranked = {
        rowsOf: "assets",
        filter: allOf(subject.filter, isKnown(metric)),
        pagination: { page: 1, perPage: ROWS },
        fields: ["slug", "name", "ticker", metric, "price_dollar", against, size],
      } as const;
      return {
        highest: { ...ranked, sort: { field: metric, direction: "desc" } },
        lowest: { ...ranked, sort: { field: metric, direction: "asc" } },
      } as const;
    },
    render: ({ highest, lowest }, { subject }) => (
      <Card
        title={furthest}
        padded={false}
        footer={
          <SearchLink<PageSearch>
            patch={{ metric, group: "asset", mode: "lines" }}
            hash="chart"
            className="inline-block py-1 underline hover:text-ink"
          >
            Longer history in the chart above
          </SearchLink>
        }
      >
        <SmallTable
          caption={`${subject.name}: ${furthest.toLowerCase()}`}
          columns={[
            assetName,
            metricColumn<ResourceRow>(metric, { main: true, kind: "asset" }),
            metricColumn<ResourceRow>("price_dollar", { kind: "asset" }),
            columnOf(against),
            metricColumn<ResourceRow>(size, { spare: true, kind: "asset" }),
          ]}
          rows={furthestFromZero(metric, highest.results, lowest.results).slice(0, ROWS)}
          rowKey={(row) => row.id}
          empty="No reference prices yet."
        />
      </Card>
    ),
  });
};

const columnOf = (name: ColumnName<"assets">): SmallColumn<ResourceRow> =>
  metricByName(name) === undefined
    ? {
        name,
        header: fieldByName(assetsResource, name)?.label ?? name,
        cell: (row) => textOf(row[name]),
      }
    : metricColumn<ResourceRow>(name, { kind: "asset" });
