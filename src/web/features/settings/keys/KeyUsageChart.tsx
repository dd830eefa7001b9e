import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { Chart } from "../../../charts/Chart";
import type { ChartView } from "../../../charts/series/chartSeries";
import { errorMessage } from "../../../rpc/errorMessage";
import { useTrpc } from "../../../rpc/useTrpc";
import { ErrorState } from "../../../ui/display/ErrorState";
import { Skeleton } from "../../../ui/display/Skeleton";
import { useCanDownload } from "../../people/session/useCanDownload";

const measure = {
  id: 0,
  slug: "api_requests",
  name: "API Requests (Count)",
  label: "API requests",
  unit: "count",
} as const;
const view: ChartView = { mode: "bars", scale: "linear", percent: false, range: "all", interval: "day" };

/** Daily requests of a key. */
export function KeyUsageChart({ id, name }: { id: number; name: string }) {
  const canXlsx = useCanDownload("xlsx");
  const usage = useQuery(useTrpc().apiKeys.usage.queryOptions({ id }));
  const days = usage.data;
  const series = useMemo(
    () =>
      days === undefined
        ? []
        : [
            {
              measure,
              group: { type: "api_key", id, slug: null, name },
              points: days.map(({ day, requests }) => [day, requests] as const),
            },
          ],
    [days, id, name],
  );
  if (usage.isError) {
    return <ErrorState title="The usage could not be loaded">{errorMessage(usage.error)}</ErrorState>;
  }
  if (days === undefined) return <Skeleton className="h-60 w-full" />;
  return (
    <Chart
      canXlsx={canXlsx}
      id={`key-usage-${id}`}
      title={`Requests with ${name}`}
      subtitle="By day (UTC), over the last 90 days"
      series={series}
      view={view}
      size="sm"
      headingLevel={3}
      isSample={false}
      canEmbed={false}
    />
  );
}
