import { useRouteContext, useRouter } from "@tanstack/react-router";
import { lazy, useMemo } from "react";
import type { MonthCounts } from "#domain/api";
import { assetClasses } from "#domain/vocabulary";
import { Chart } from "../../charts/Chart";
import { periodEndOf } from "../../charts/series/calendar";
import type { ChartMeasure, ChartSeries } from "../../charts/series/chartSeries";
import type { AnsweredCounts } from "../../rpc/marketQueries";
import { SegmentedControl } from "../../ui/controls/SegmentedControl";
import { useShownPath, useShownSearch } from "../../ui/controls/useShownPath";
import { ErrorState } from "../../ui/display/ErrorState";
import { useStatus } from "../chartView/marketStatus";
import type { PageSearch } from "../chartView/pageSearch";
import { useCanDownload } from "../people/session/useCanDownload";
import { sourceLine } from "../provenance/sourceLine";
import { SearchLink } from "../table/query/SearchLink";

const measure: ChartMeasure = {
  id: 0,
  slug: "launches",
  name: "Launches (Count)",
  label: "Launches",
  unit: "count",
  kind: "flow",
};

/**
 * Launches as series by asset class, one point per month from the first launch to the month of `asOf`. Months
 * without launches are zero, not unknown. Months are dated by their last day, the current one by `asOf`.
 * Classes without launches are omitted.
 *
 * @param asOf the latest day of all data, `YYYY-MM-DD`; null if there is none
 */
export function launchSeries({ results }: MonthCounts, asOf: string | null): ChartSeries[] {
  const [first] = results;
  if (first === undefined) return [];
  const newest = results.at(-1)?.month ?? first.month;
  const months = monthsBetween(first.month, asOf === null || asOf < newest ? newest : asOf.slice(0, 7));
  const dayOf = (month: string): string => {
    const end = periodEndOf(`${month}-01`, "month");
    return asOf?.startsWith(month) ? asOf : end;
  };
  return assetClasses.flatMap(({ id, slug, name, color }) => {
    const counts = new Map(results.flatMap((one) => (one.group === slug ? [[one.month, one.count]] : [])));
    if (counts.size === 0) return [];
    return {
      measure,
      group: { type: "asset_class", id, slug, name, color },
      points: months.map((month) => [dayOf(month), counts.get(month) ?? 0] as const),
    };
  });
}

/** Every month between two, both included, as `YYYY-MM`. */
function monthsBetween(first: string, last: string): string[] {
  const months: string[] = [];
  for (let month = first; month <= last; month = monthAfter(month)) months.push(month);
  return months;
}

const monthAfter = (month: string): string => {
  const [year = 0, of = 0] = month.split("-").map(Number);
  return of === 12
    ? `${String(year + 1).padStart(4, "0")}-01`
    : `${month.slice(0, 4)}-${String(of + 1).padStart(2, "0")}`;
};

const CitedChart = lazy(() => import("../dated/CitedChart"));

const CHART_ID = "chart";
const ranges = ["1y", "2y", "5y", "all"] as const;
const DEFAULT_RANGE = "2y";

export interface LaunchChartProps {
  /** "New assets per month". */
  title: string;
  counts: AnsweredCounts;
  search: PageSearch;
}

/** Number of arrivals by month and asset class. */
export function LaunchChart({ title, counts, search }: LaunchChartProps) {
  const router = useRouter();
  const pathname = useShownPath();
  const shownSearch = useShownSearch();
  const site = useRouteContext({ from: "__root__", select: (context) => context.site });
  const status = useStatus();
  const canXlsx = useCanDownload("xlsx");
  const series = useMemo(() => launchSeries(counts, status.as_of), [counts, status.as_of]);
  const range = ranges.find((one) => one === search.range) ?? DEFAULT_RANGE;
  const isEmbed = search.embed === 1;
  const hrefOf = (next: PageSearch) =>
    router.buildLocation({
      to: pathname,
      search: (current: object) => ({ ...shownSearch(current), ...next }),
    }).href;
  if (counts.problem !== null) {
    return <ErrorState title="This chart cannot be shown">{counts.problem}</ErrorState>;
  }
  return (
    <div className={isEmbed ? undefined : "rounded-lg border bg-surface p-4"}>
      {isEmbed && <h1 className="sr-only">{title}</h1>}
      <Chart
        canXlsx={canXlsx}
        id={CHART_ID}
        title={title}
        subtitle={sourceLine({ brand: site.brand, status, measure: "Launches by asset class" })}
        series={series}
        view={{ mode: "bars", scale: "linear", percent: false, range, interval: "month" }}
        isSample={status.has_sample}
        brand={site.brand}
        maxGroups={series.length}
        pageUrl={site.origin + hrefOf({})}
        citation={(onClose) => (
          <CitedChart id={CHART_ID} title={title} date={status.as_of} isOfFacts onClose={onClose} />
        )}
        showTable={search.table === 1}
        tableHref={`${hrefOf({ table: search.table === 1 ? undefined : 1 })}#${CHART_ID}`}
        embedded={isEmbed}
        canEmbed={!site.requiresSignIn}
        controls={
          isEmbed ? undefined : (
            <div className="mb-2">
              <SegmentedControl
                label={`Range of ${title.toLowerCase()}`}
                size="sm"
                value={range}
                segments={ranges.map((value) => ({
                  value,
                  label: value === "all" ? "All" : value.toUpperCase(),
                  link: (
                    <SearchLink<PageSearch> patch={{ range: value === DEFAULT_RANGE ? undefined : value }} />
                  ),
                }))}
              />
            </div>
          )
        }
      />
    </div>
  );
}
