import { useRouteContext, useRouter } from "@tanstack/react-router";
import { useMemo } from "react";
import { Chart } from "../../charts/Chart";
import type { AnsweredCounts } from "../../rpc/marketQueries";
import { SegmentedControl } from "../../ui/controls/SegmentedControl";
import { useShownPath, useShownSearch } from "../../ui/controls/useShownPath";
import { ErrorState } from "../../ui/display/ErrorState";
import { useStatus } from "../chartView/marketStatus";
import type { PageSearch } from "../chartView/pageSearch";
import { useCanDownload } from "../people/session/useCanDownload";
import { sourceLine } from "../provenance/sourceLine";
import { SearchLink } from "../table/query/SearchLink";
import { launchSeries } from "./launchSeries";

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
