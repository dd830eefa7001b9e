import { useSuspenseQuery } from "@tanstack/react-query";
import { allOf, type Filter } from "#domain/query";
import { isUnitGrouping, type SplitResource } from "#domain/resources";
import { availableMetrics } from "../../features/chartView/availableMetrics";
import { ChartSection } from "../../features/chartView/ChartSection";
import { loadChart } from "../../features/chartView/chartData";
import { type ChartDefaults, chartState } from "../../features/chartView/chartSearch";
import { loadExcludedGroups } from "../../features/chartView/ExcludedGroups";
import { FilterButton } from "../../features/table/filters/FilterButton";
import { FilterChips } from "../../features/table/filters/FilterChips";
import { conditionWords } from "../../features/table/query/operatorWords";
import { tableOptions } from "../../features/table/query/tableOptions";
import type { TableSpec } from "../../features/table/query/tableQuery";
import { searchFilter } from "../../features/table/query/tableSearch";
import type { ScreenContext, Section } from "../frame/section";
import type { Subject } from "../frame/subject";

export interface ChartOptions<S extends Subject> {
  /** Its default view. */
  defaults: (subject: S) => ChartDefaults;
  /** Available groupings. */
  groups: readonly string[];
  /** True if all figures belong to one asset. Default: false. */
  isOneUnit?: boolean;
  /** Available metrics. Default: those that the subject has. */
  metrics?: (subject: S) => readonly string[];
  /** Resource of the figures. Default: tokens. */
  resource?: SplitResource;
  /** True to offer a second metric and the correlation of the series. */
  hasStudies?: boolean;
  /** True if other sites can embed it. Default: true. */
  canEmbed?: boolean;
}

/** The chart of a screen. */
export const chart = <S extends Subject>(options: ChartOptions<S>): Section<S> => ({
  isChart: true,
  load: (context) => load(context, options, context.subject.filter),
  show: ({ search, subject }) => (
    <ChartSection {...propsOf(options, subject)} search={search} filter={subject.filter} />
  ),
});

/** A chart with the filters of a table on the same page. */
export const narrowedChart = <S extends Subject>(options: ChartOptions<S>, rows: TableSpec): Section<S> => ({
  isChart: true,
  load: (context) => load(context, options, selected(context, rows)),
  show: (context) => <Narrowed options={options} rows={rows} context={context} />,
});

const selected = ({ subject, search }: ScreenContext, { filter }: TableSpec) =>
  allOf(subject.filter, filter, searchFilter(search));

const load = <S extends Subject>(
  { api, search, subject, status, figures }: ScreenContext<S>,
  { defaults, groups, isOneUnit, resource }: ChartOptions<S>,
  filter: Filter | null,
) => {
  const state = chartState(search, defaults(subject), { groups, isOneUnit });
  const scope = { filter, asOf: status.as_of, ...(resource !== undefined && { resource }) };
  return Promise.all([loadChart(api, state, scope), loadExcludedGroups(api, state, figures)]);
};

const propsOf = <S extends Subject>(
  {
    defaults,
    groups,
    isOneUnit,
    metrics,
    resource = "tokens",
    hasStudies = false,
    canEmbed = true,
  }: ChartOptions<S>,
  subject: S,
) => ({
  subject: subject.name,
  defaults: defaults(subject),
  groups,
  isOneUnit,
  metrics:
    metrics?.(subject) ??
    availableMetrics(subject.row, defaults(subject).metric, { hasUnits: groups.some(isUnitGrouping) }),
  endedDate: subject.endedDate,
  resource,
  hasStudies,
  canEmbed,
});

interface NarrowedProps<S extends Subject> {
  options: ChartOptions<S>;
  rows: TableSpec;
  context: ScreenContext<S>;
}

function Narrowed<S extends Subject>({ options, rows, context }: NarrowedProps<S>) {
  const { api, search, subject } = context;
  const { filtered } = useSuspenseQuery(tableOptions(api, rows, search)).data;
  const conditions = search.filters ?? [];
  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center gap-2">
        <FilterButton spec={rows} />
        <FilterChips search={search} filtered={filtered} />
      </div>
      <ChartSection
        {...propsOf(options, subject)}
        search={search}
        filter={selected(context, rows)}
        narrowedTo={conditions.map((condition) => conditionWords(condition, filtered)).join(", ")}
      />
    </div>
  );
}
