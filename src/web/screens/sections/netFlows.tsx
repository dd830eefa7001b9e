import clsx from "clsx";
import type { AggregateRow } from "#domain/api";
import { formatLookback, type MetricSlug } from "#domain/metrics";
import { groupingByName } from "#domain/resources";
import type { FlowGroup, PageSearch } from "../../features/chartView/pageSearch";
import { GroupSwitch } from "../../features/league/GroupSwitch";
import { type FlowPeriod, flowOf, netFlowMetrics } from "../../features/netFlows/netFlows";
import { coverageByMetric, coverageWords } from "../../features/provenance/coverage";
import { furthestFromZero } from "../../features/resourceList/furthestFromZero";
import { groupColumn } from "../../features/resourceList/groupColumn";
import { hasMoreRows, MoreRows } from "../../features/resourceList/MoreRows";
import { changeColumn, metricColumn } from "../../features/resourceList/metricColumns";
import { SmallTable } from "../../features/resourceList/SmallTable";
import { PeriodSwitch } from "../../features/table/columns/PeriodSwitch";
import { barWidth } from "../../format/barWidth";
import { Figure } from "../../format/Figure";
import { Card } from "../../ui/display/Card";
import { type ScreenContext, section } from "../frame/section";
import type { Subject } from "../frame/subject";
import { coverageOf } from "./tiles";

interface FlowBarProps {
  /** Inflow, or outflow if negative. */
  value: number;
  /** The largest flow of the table, by absolute value. */
  largest: number;
}

/** Bar of a flow: inflows extend right of the centre, outflows left. */
const FlowBar = ({ value, largest }: FlowBarProps) => (
  <span aria-hidden="true" className="relative block h-2 w-full min-w-24">
    <span className="absolute inset-y-[-2px] left-1/2 w-px bg-line-strong" />
    <span
      className={clsx(
        "absolute inset-y-0 rounded-sm",
        value < 0 ? "right-1/2 bg-negative" : "left-1/2 bg-positive",
      )}
      style={{ width: barWidth(largest > 0 ? (Math.abs(value) / largest) * 50 : 0) }}
    />
  </span>
);

interface NetFlowTableProps {
  caption: string;
  /** Header of the first column: `Network`. */
  header: string;
  /** Largest flows first. */
  rows: readonly AggregateRow[];
  period: FlowPeriod;
  /** The stock metric of the flows. */
  stock: MetricSlug;
}

/** Net flows, with the stock and its change over the same period. */
function NetFlowTable({ caption, header, rows, period, stock }: NetFlowTableProps) {
  const metric = netFlowMetrics[period];
  const largest = Math.max(0, ...rows.map((row) => Math.abs(flowOf(row, metric) ?? 0)));
  return (
    <SmallTable
      caption={caption}
      columns={[
        groupColumn(header),
        metricColumn<AggregateRow>(metric, { main: true }),
        {
          name: "bar",
          header: "Outflow, inflow",
          spare: true,
          cell: (row) => <FlowBar value={flowOf(row, metric) ?? 0} largest={largest} />,
        },
        metricColumn<AggregateRow>(stock),
        changeColumn<AggregateRow>(stock, period === "7d" ? 7 : 30, { header: `Change (${period})` }),
      ]}
      rows={rows}
      rowKey={({ group }) => group.id ?? group.name}
      empty="No mints or burns reported for this period."
    />
  );
}

export interface NetFlowsOptions<S extends Subject> {
  /** Available groupings; the first is the default. */
  groups: readonly [FlowGroup, ...FlowGroup[]];
  /** The stock metric of the flows. */
  stock: (subject: S) => MetricSlug;
}

const MOST_ROWS = 500;

/** Groups in each direction: classes are few, and all of them are shown. */
const mostOf = (by: FlowGroup): number => (by === "asset_class" ? 12 : 6);

/** Net inflows and outflows of a subject. Grouping and look-back are in the URL. */
export function netFlows<S extends Subject>({ groups, stock }: NetFlowsOptions<S>) {
  const chosen = ({ flows, flowDays }: PageSearch) => {
    const period: FlowPeriod = flowDays ?? "30d";
    const by = groups.find((group) => group === flows) ?? groups[0];
    return { by, period, metric: netFlowMetrics[period] };
  };
  return section({
    queries: ({ subject, search }: ScreenContext<S>) => {
      const { by, metric } = chosen(search);
      const tokens = {
        totalsOf: "tokens",
        filter: subject.filter,
      } as const;
      const ranked = {
        ...tokens,
        aggregate: { groupBy: by },
        pagination: { page: 1, perPage: search.whole === "flows" ? MOST_ROWS : mostOf(by) },
        fields: [metric, stock(subject)],
      } as const;
      return {
        inflows: { ...ranked, sort: { field: metric, direction: "desc" } },
        outflows: { ...ranked, sort: { field: metric, direction: "asc" } },
        whole: { ...tokens, fields: [metric] },
        coverage: coverageOf([metric], tokens.filter),
      } as const;
    },
    render: ({ inflows, outflows, whole, coverage }, { subject, search }) => {
      const { by, period, metric } = chosen(search);
      const partial = coverageByMetric(coverage).get(metric);
      const rows = furthestFromZero(metric, inflows.results, outflows.results);
      const isWhole = search.whole === "flows";
      const left = inflows.pagination.resultCount - rows.length;
      const more = { isWhole, listed: rows.length, unread: isWhole ? 0 : left, unknown: isWhole ? left : 0 };
      const [total] = whole.results;
      return (
        <Card
          title="Net flows"
          description={
            <>
              Mints less burns over the last {formatLookback(period)}, largest in either direction first:{" "}
              <Figure value={total === undefined ? null : flowOf(total, metric)} unit="dollar" /> in total
              {partial && `, known for ${coverageWords(partial)}`}. Values cover all tokens, and also change
              with prices.
            </>
          }
          padded={false}
          actions={
            <PeriodSwitch
              label="Period of net flows"
              periods={["7d", "30d"]}
              value={period}
              patch={(flowDays) => ({ flowDays }) satisfies PageSearch}
            />
          }
          footer={
            hasMoreRows(more) && (
              <MoreRows
                {...more}
                most={2 * mostOf(by)}
                whole={{ whole: "flows" }}
                largest={{ whole: undefined }}
              />
            )
          }
        >
          <div className="control-bar flex flex-wrap gap-2 border-b px-4 py-3">
            <GroupSwitch label="Net flows of" groups={groups} by={by} patch={(flows) => ({ flows })} />
          </div>
          <NetFlowTable
            caption={`${subject.name}: net flows by ${(groupingByName(by)?.label ?? by).toLowerCase()}`}
            header={groupingByName(by)?.label ?? by}
            rows={rows}
            period={period}
            stock={stock(subject)}
          />
        </Card>
      );
    },
  });
}
