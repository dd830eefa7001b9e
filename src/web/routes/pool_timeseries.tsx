import { createFileRoute } from "@tanstack/react-router";
import { ScreenPage } from "../screens/ScreenPage";
import { screenRoute } from "../screens/screenRoute";
import { poolSeries } from "../screens/timeSeries";

export const Route = createFileRoute("/pool_timeseries")({
  ...screenRoute("/pool_timeseries", "page", async () => (await import("../screens/timeSeries")).poolSeries),
  component: () => <ScreenPage screen={poolSeries} />,
});
