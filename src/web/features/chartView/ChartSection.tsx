import { useLocation, useRouteContext, useRouter } from "@tanstack/react-router";
import { type Filter, metricByName } from "#domain";
import { Chart } from "../../charts/Chart";
import { type ChartChange, ChartControls } from "../../charts/ChartControls";
import { sourceLine } from "../provenance/sourceLine";
import { CompareGroups } from "./CompareGroups";
import { hasOthers, useChartData } from "./chartData";
import {
  type ChartDefaults,
  type ChartSearch,
  changedChartSearch,
  chartRanges,
  chartSearchParts,
  chartState,
  NO_GROUP,
} from "./chartSearch";
import { groupChoices, groupWords } from "./groupChoices";
import { useFigureStatus } from "./marketStatus";
import { metricChoices } from "./metricChoices";
import { seriesFileUrl, TOP_GROUPS } from "./seriesQuery";

/** Anchor of the chart of a page. */
const CHART_ID = "chart";

/** One view has one address: parts stand in the same order whatever was chosen first. */
const inOrder = (search: Record<string, unknown>) => ({
  ...Object.fromEntries(chartSearchParts.map((part) => [part, search[part]])),
  ...Object.fromEntries(Object.entries(search).filter(([name]) => !chartParts.has(name))),
});

const chartParts: ReadonlySet<string> = new Set(chartSearchParts);

export interface ChartSectionProps {
  /** What the figures are about, as in "Stablecoins". */
  subject: string;
  search: ChartSearch;
  defaults: ChartDefaults;
  /** Ways to split the figures. */
  groups: readonly string[];
  /** Slugs of the metrics that can be chosen. */
  metrics: readonly string[];
  /** Which tokens the chart is about; null for all. */
  filter: Filter | null;
  /** Day on which its ranges end, where its figures stopped before the newest day. */
  endedDate?: string | null;
}

/** The chart of a page with its controls. All of its state is in the address. */
export function ChartSection({
  subject,
  search,
  defaults,
  groups,
  metrics,
  filter,
  endedDate = null,
}: ChartSectionProps) {
  const router = useRouter();
  const pathname = useLocation({ select: (location) => location.pathname });
  const site = useRouteContext({ from: "__root__", select: (context) => context.site });
  const known = useFigureStatus(filter);
  const status = { ...known, as_of: endedDate ?? known.as_of };
  const state = chartState(search, defaults, { groups });
  const scope = { filter, asOf: status.as_of };
  const { series, total, groupCount } = useChartData(state, scope);
  // A metric that does not add up has no rest to stand for the groups that are not drawn.
  const isPartial = state.compare.length === 0 && groupCount > series.length && !hasOthers(state);
  const metric = metricByName(state.metric);
  const title = `${subject}: ${metric?.label ?? state.metric}${groupWords(state.group)}`;
  const view = {
    mode: state.mode,
    scale: state.log ? "log" : "linear",
    percent: state.percent,
    range: state.range,
    interval: state.interval,
  } as const;

  const hrefOf = (next: ChartSearch) =>
    router.buildLocation({ to: pathname, search: (current: object) => inOrder({ ...current, ...next }) })
      .href;
  const hrefFor = (change: ChartChange) => hrefOf(changedChartSearch(search, change, defaults));

  /**
   * Takes over from the address only what a control changes: the page may not yet
   * show what was chosen a moment before, and that choice must not be lost.
   */
  const follow = (href: string) => {
    const target: Record<string, unknown> = router.options.parseSearch(new URL(href, site.origin).search);
    const shown: Readonly<Record<string, unknown>> = { ...search };
    const names = [...new Set([...Object.keys(target), ...Object.keys(shown)])];
    const changed = Object.fromEntries(
      names
        .filter((name) => target[name] !== shown[name] && chartParts.has(name))
        .map((name) => [name, target[name]]),
    );
    void router.navigate({
      to: pathname,
      search: (current: object) => inOrder({ ...current, ...changed }),
      resetScroll: false,
    });
  };

  return (
    <div className={search.embed === 1 ? undefined : "rounded-lg border bg-surface p-4"}>
      {search.embed === 1 && <h1 className="sr-only">{title}</h1>}
      <Chart
        id={CHART_ID}
        title={title}
        subtitle={sourceLine({ brand: site.brand, status, measure: metric?.name ?? state.metric })}
        series={series}
        total={total}
        view={view}
        isSample={status.has_sample}
        brand={site.brand}
        maxGroups={Math.max(TOP_GROUPS, state.compare.length)}
        pageUrl={site.origin + hrefOf({})}
        csvHref={isPartial ? seriesFileUrl(state, scope) : undefined}
        showTable={search.table === 1}
        tableHref={`${hrefOf({ table: search.table === 1 ? undefined : 1 })}#${CHART_ID}`}
        embedded={search.embed === 1}
        controls={
          search.embed === 1 ? undefined : (
            <ChartControls
              title={title}
              view={view}
              metrics={metricChoices(metrics)}
              metric={state.metric}
              groupings={groupChoices(groups)}
              group={state.group}
              modes={metric?.across.rule === "sum" ? ["stacked", "lines", "bars"] : ["lines", "bars"]}
              ranges={chartRanges}
              canPercent={metric?.across.rule === "sum" && state.group !== NO_GROUP}
              hrefFor={hrefFor}
              onNavigate={follow}
            >
              {state.group !== NO_GROUP && (
                <CompareGroups
                  state={state}
                  filter={filter}
                  onChange={(compare) => follow(hrefOf(changedChartSearch(search, { compare }, defaults)))}
                  clearedHref={hrefOf(changedChartSearch(search, { compare: [] }, defaults))}
                />
              )}
            </ChartControls>
          )
        }
      />
    </div>
  );
}
