import { useSuspenseQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { allOf, type Filter, isUnitGrouping, type SplitResource } from "#domain";
import { availableMetrics } from "../../features/chartView/availableMetrics";
import { ChartSection } from "../../features/chartView/ChartSection";
import { loadChart } from "../../features/chartView/chartData";
import { type ChartDefaults, chartState } from "../../features/chartView/chartSearch";
import type { PageSearch } from "../../features/chartView/pageSearch";
import { FilterButton } from "../../features/table/filters/FilterButton";
import { FilterChips } from "../../features/table/filters/FilterChips";
import { conditionWords } from "../../features/table/query/operatorWords";
import { tableOptions } from "../../features/table/query/tableOptions";
import type { TableSpec } from "../../features/table/query/tableQuery";
import { searchFilter } from "../../features/table/query/tableSearch";
import type { ScreenContext, Section } from "../frame/section";
import type { Subject } from "../frame/subject";

export interface ChartOptions<S extends Subject> {
  /** What it shows unless the address says otherwise. */
  defaults: (subject: S) => ChartDefaults;
  /** Ways to split the figures. */
  groups: readonly string[];
  /** Whether everything that it shows is of one asset. Default: false. */
  isOneUnit?: boolean;
  /** Metrics that can be chosen; by default those that the subject has. */
  metrics?: (subject: S) => readonly string[];
  /** Whose figures they are. Default: tokens. */
  resource?: SplitResource;
  /** Whether a second metric and the correlation of the series are on offer. */
  hasStudies?: boolean;
  /** Whether other sites may frame it. Default: true. */
  canEmbed?: boolean;
  /** The part of the subject that the address asks for, and the choice of it. */
  part?: ChartPart<S>;
}

export interface ChartPart<S extends Subject> {
  of: (subject: S, search: PageSearch) => Pick<Subject, "name" | "filter">;
  controls: (search: PageSearch) => ReactNode;
}

/** The chart of a screen. */
export const chart = <S extends Subject>(options: ChartOptions<S>): Section<S> => ({
  isChart: true,
  load: (context) => load(context, options, partOf(options, context).filter),
  show: (context) => {
    const { search, subject } = context;
    const { name, filter } = partOf(options, context);
    return (
      <ChartSection {...propsOf(options, subject)} subject={name} search={search} filter={filter}>
        {options.part?.controls(search)}
      </ChartSection>
    );
  },
});

/** A chart that shows what a table selects: the reader's conditions on the rows narrow both. */
export const narrowedChart = <S extends Subject>(options: ChartOptions<S>, rows: TableSpec): Section<S> => ({
  isChart: true,
  load: (context) => load(context, options, selected(context, rows)),
  show: (context) => <Narrowed options={options} rows={rows} context={context} />,
});

const partOf = <S extends Subject>({ part }: ChartOptions<S>, { subject, search }: ScreenContext<S>) =>
  part?.of(subject, search) ?? subject;

const selected = ({ subject, search }: ScreenContext, { filter }: TableSpec) =>
  allOf(subject.filter, filter, searchFilter(search));

const load = <S extends Subject>(
  { api, search, subject, status }: ScreenContext<S>,
  { defaults, groups, isOneUnit, resource }: ChartOptions<S>,
  filter: Filter | null,
) =>
  loadChart(api, chartState(search, defaults(subject), { groups, isOneUnit }), {
    filter,
    asOf: status.as_of,
    ...(resource !== undefined && { resource }),
  });

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
