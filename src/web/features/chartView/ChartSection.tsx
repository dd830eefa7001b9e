import { useRouteContext, useRouter } from "@tanstack/react-router";
import { lazy, useMemo } from "react";
import { addsUp, metricByName } from "#domain/metrics";
import { inStablecoinScope } from "#domain/people";
import type { Filter } from "#domain/query";
import { groupName, type SplitResource, splitNamed } from "#domain/resources";
import { isOpenSeries } from "#domain/screens";
import { Chart } from "../../charts/Chart";
import { type ChartChange, ChartControls } from "../../charts/ChartControls";
import { Correlations } from "../../charts/Correlations";
import { cutToRange } from "../../charts/series/calendar";
import type { ChartSeries } from "../../charts/series/chartSeries";
import { wordsOfForm } from "../../charts/series/chartSeries";
import { isPartsMode } from "../../charts/series/chartTypes";
import { hasParts, wholePeriods } from "../../charts/series/cutPeriod";
import { indexNotices, transformSeries } from "../../charts/series/transformSeries";
import { exportSubject } from "../../format/exportUrl";
import { useFigureScope } from "../../rpc/useTrpc";
import { changedAs } from "../../ui/controls/changedAs";
import { useSearchChange, useShownPath, useShownSearch } from "../../ui/controls/useShownPath";
import { ErrorState } from "../../ui/display/ErrorState";
import { WhileDated } from "../dated/WhileDated";
import { useCanDownload } from "../people/session/useCanDownload";
import { sourceLine } from "../provenance/sourceLine";
import { CompareGroups } from "./CompareGroups";
import { benchmarkChoices, benchmarkWords, groupChoices, groupWords, metricChoices } from "./chartChoices";
import { type ChartData, chartSources, useChartData, useChartEvents } from "./chartData";
import {
  type ChartDefaults,
  type ChartSearch,
  type ChartState,
  changedChartSearch,
  chartRanges,
  chartSearchParts,
  chartState,
  groupsOffered,
  modesThatSuit,
  NO_GROUP,
} from "./chartSearch";
import { ExcludedGroups } from "./ExcludedGroups";
import { useFigureStatus, useStatus } from "./marketStatus";
import { type SeriesScope, seriesFileUrl, seriesPath, seriesQuery, TOP_GROUPS } from "./seriesQuery";

const CiteDialog = lazy(() => import("../dated/CiteDialog"));
const ChartChanges = lazy(() => import("./ChartChanges"));

/** Anchor of the main chart. */
const CHART_ID = "chart";

/** Sorts the search parameters, so that each view has one URL. */
const inOrder = (search: Record<string, unknown>) => ({
  ...Object.fromEntries(chartSearchParts.map((part) => [part, search[part]])),
  ...Object.fromEntries(Object.entries(search).filter(([name]) => !chartParts.has(name))),
});

const chartParts: ReadonlySet<string> = new Set(chartSearchParts);

export interface ChartSectionProps {
  /** Subject of the figures, such as "Stablecoins". */
  subject: string;
  search: ChartSearch;
  defaults: ChartDefaults;
  /** Available groupings. */
  groups: readonly string[];
  /** Slugs of the available metrics. */
  metrics: readonly string[];
  /** Resource of the figures. Default: tokens. */
  resource?: SplitResource;
  /** Filter on the resource; null for all rows. */
  filter: Filter | null;
  /** True if all figures belong to one asset. Default: false. */
  isOneUnit?: boolean;
  /** True to offer a second metric and the correlation of the series. */
  hasStudies?: boolean;
  /** True if other sites can embed the chart. Default: true. */
  canEmbed?: boolean;
  /** The active filter as text, also shown in embedded charts; blank for none. */
  narrowedTo?: string;
  /** Last day of ended figures, used as the end of the ranges. */
  endedDate?: string | null;
}

/** The chart of a page with its controls. All of its state is in the URL. */
export function ChartSection(props: ChartSectionProps) {
  const { search, defaults, groups, isOneUnit, filter, resource = "tokens", endedDate = null } = props;
  const known = useStatus();
  const state = chartState(search, defaults, { groups, isOneUnit });
  const scope = { resource, filter, asOf: endedDate ?? known.as_of };
  const data = useChartData(state, scope);
  const frame = search.embed === 1 ? undefined : "rounded-lg border bg-surface p-3 sm:p-4";
  return (
    <div className={frame}>
      {data.problem === null ? (
        <Answered {...props} state={state} scope={scope} data={data} />
      ) : (
        <ErrorState title="This chart cannot be shown">{data.problem}</ErrorState>
      )}
    </div>
  );
}

interface AnsweredProps extends ChartSectionProps {
  state: ChartState;
  scope: SeriesScope & { resource: SplitResource };
  data: ChartData;
}

function Answered({
  subject,
  search,
  defaults,
  groups: allGroups,
  isOneUnit = false,
  metrics,
  hasStudies = false,
  canEmbed = true,
  narrowedTo = "",
  state,
  scope,
  data,
}: AnsweredProps) {
  const router = useRouter();
  const pathname = useShownPath();
  const shownSearch = useShownSearch();
  const changeSearch = useSearchChange();
  const site = useRouteContext({ from: "__root__", select: (context) => context.site });
  const { filter, asOf, resource } = scope;
  const status = { ...useFigureStatus(chartSources(state, scope)), as_of: asOf };
  const figures = useFigureScope();
  const canXlsx = useCanDownload("xlsx");
  const { form, average, range, interval } = state;
  const groups = groupsOffered(metricByName(state.metric), { groups: allGroups, isOneUnit });
  const { events, canHave } = useChartEvents(state, scope, data);
  // Memoized, because the chart redraws arrays that change identity.
  const { given, series, total, formNotices } = useMemo(() => {
    const named = data.series.map((one) => ({
      ...one,
      group: { ...one.group, name: groupName(one.group, resource) },
    }));
    const all: readonly ChartSeries[] = [
      ...named,
      ...(data.benchmark === undefined ? [] : [data.benchmark.series]),
      ...(data.second === undefined ? [] : [data.second]),
    ];
    const isAsGiven = form === "value" && average === 0;
    const inRange = cutToRange(all, range);
    return {
      given: wholePeriods(inRange, { range, interval }),
      formNotices: [
        ...(form !== "value" && hasParts(inRange, { range, interval })
          ? ["Incomplete periods cannot be compared and are omitted."]
          : []),
        ...(form === "indexed"
          ? indexNotices(transformSeries(all, { form: "value", average, range, interval }), {
              range,
              interval,
            })
          : []),
      ],
      series: transformSeries(all, { form, average, range, interval }),
      total: isAsGiven ? data.total : undefined,
    };
  }, [data, resource, form, average, range, interval]);
  const metric = metricByName(state.metric);
  const adds = metric !== undefined && addsUp(metric) && form === "value";
  const against = benchmarkChoices({ metric, form }, { known: metrics, resource });
  const title = [
    `${subject}: ${metric?.label ?? state.metric}${groupWords(state.group, resource)}`,
    ...(state.benchmark === null ? [] : [`against ${benchmarkWords(state.benchmark)}`]),
    ...(average === 0 ? [] : [`${average}-day average`]),
    ...(form === "value" ? [] : [wordsOfForm(form, metric?.unit)]),
  ].join(", ");
  const isParts = isPartsMode(state.mode);
  const source = sourceLine({ brand: site.brand, status, measure: metric?.name ?? state.metric });
  const view = {
    mode: state.mode,
    scale: state.log ? "log" : "linear",
    percent: state.percent,
    range: state.range,
    interval: state.interval,
  } as const;

  const hrefOf = (next: ChartSearch) =>
    router.buildLocation({
      to: pathname,
      search: (current: object) => inOrder({ ...shownSearch(current), ...next }),
    }).href;
  const hrefFor = (change: ChartChange) => hrefOf(changedChartSearch(search, change, defaults));

  /**
   * Takes only the parameters of this control from the link: the page may lag behind an earlier choice, which
   * must not be lost.
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
    changeSearch((current) => inOrder({ ...current, ...changed }));
  };
  const compareWith = (next: readonly string[]) =>
    changeSearch((current) => {
      const compare = changedAs(
        chartState(current, defaults, { groups, isOneUnit }).compare,
        state.compare,
        next,
      );
      return inOrder({ ...current, ...changedChartSearch(current, { compare }, defaults) });
    });
  const { only, hide } = search;
  const selection = useMemo(() => ({ only: only?.split(","), hide: hide?.split(",") }), [only, hide]);

  return (
    <>
      {search.embed === 1 && <h1 className="sr-only">{title}</h1>}
      <ExcludedGroups state={state} isEmbed={search.embed === 1} />
      <Chart
        // Hidden and opened series of one asset's chart do not apply to the next.
        key={pathname}
        id={CHART_ID}
        title={title}
        subtitle={narrowedTo === "" ? source : `${narrowedTo} · ${source}`}
        series={series}
        total={total}
        second={form === "value" ? data.second?.measure.slug : undefined}
        events={events}
        view={view}
        isSample={status.has_sample || data.benchmark?.isSample === true}
        brand={site.brand}
        maxGroups={Math.max(TOP_GROUPS, state.compare.length)}
        notice={formNotices.length > 0 ? formNotices.join(" ") : undefined}
        // Compared series have distinct colours, whatever their size.
        coloredLines={state.compare.length > 0 ? state.compare.length : undefined}
        pageUrl={site.origin + hrefOf({})}
        fileHref={
          state.group === NO_GROUP
            ? undefined
            : (format) =>
                seriesFileUrl({ ...state, compare: [] }, scope, {
                  format,
                  subject: exportSubject(pathname, state.metric),
                  figures,
                })
        }
        isFileOfValues={form !== "value" || average !== 0}
        canXlsx={canXlsx}
        request={{
          url: `${site.origin}/api/v4/${seriesPath(scope)}`,
          // The data API has no scope parameter; a condition gives the same figures.
          query: seriesQuery(state, { ...scope, filter: inStablecoinScope(filter, figures.stablecoins) }),
          fileUrl: isOpenSeries(resource) ? site.origin + seriesFileUrl(state, scope, { figures }) : null,
        }}
        citation={(onClose) => (
          <CiteDialog
            subject="chart"
            title={title}
            date={series[0]?.points.at(-1)?.[0] ?? asOf}
            path={`${hrefOf({ embed: undefined })}#${CHART_ID}`}
            onClose={onClose}
          />
        )}
        showTable={search.table === 1}
        tableHref={`${hrefOf({ table: search.table === 1 ? undefined : 1 })}#${CHART_ID}`}
        embedded={search.embed === 1}
        canEmbed={canEmbed && !site.requiresSignIn}
        selection={selection}
        onSelect={(next) =>
          changeSearch(
            (current) => inOrder({ ...current, only: next.only?.join(","), hide: next.hide?.join(",") }),
            // Replaces the history entry, so that Back skips single series.
            { replace: true },
          )
        }
        onRange={(chosen) => follow(hrefFor({ range: chosen }))}
        controls={
          search.embed === 1 ? undefined : (
            <ChartControls
              title={title}
              view={view}
              metrics={metrics.length > 1 ? metricChoices(metrics) : []}
              metric={state.metric}
              groupings={groups.length > 1 ? groupChoices(groups, resource) : []}
              group={state.group}
              modes={modesThatSuit({ adds, group: state.group })}
              ranges={chartRanges}
              canPercent={adds && !isParts && state.group !== NO_GROUP}
              canLog={!isParts && (form === "value" || form === "indexed")}
              events={
                !isParts && (events.length > 0 || (canHave && !state.events)) ? state.events : undefined
              }
              studies={{
                form,
                average,
                ...(against !== undefined && { benchmark: { choices: against, value: state.benchmark } }),
                ...(hasStudies && {
                  second: {
                    choices: metricChoices(
                      metrics.filter(
                        (slug) =>
                          slug !== state.metric && (isOneUnit || metricByName(slug)?.isPerUnit !== true),
                      ),
                    ),
                    value: state.second,
                  },
                  ...(given.length > 1 && { correlation: state.correlation }),
                }),
              }}
              hrefFor={hrefFor}
              onNavigate={follow}
            >
              {splitNamed(resource, state.group)?.slugField != null && (
                <CompareGroups
                  state={state}
                  scope={scope}
                  onChange={compareWith}
                  onNavigate={follow}
                  clearedHref={hrefOf(changedChartSearch(search, { compare: [] }, defaults))}
                />
              )}
            </ChartControls>
          )
        }
      />
      <WhileDated>
        <ChartChanges title={title} state={state} scope={scope} data={data} />
      </WhileDated>
      {hasStudies && state.correlation && given.length > 1 && search.embed !== 1 && (
        <Correlations
          title={title}
          series={given}
          interval={state.interval}
          nameOf={({ measure, group }) =>
            measure.slug === state.metric && state.group !== NO_GROUP
              ? group.name
              : (measure.label ?? measure.name)
          }
        />
      )}
    </>
  );
}
