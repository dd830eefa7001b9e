import { createFileRoute } from "@tanstack/react-router";
import { ScreenPage } from "../screens/frame/ScreenPage";
import { screenRoute } from "../screens/frame/screenRoute";
import { poolSeries } from "../screens/timeSeries";

export const Route = createFileRoute("/pool_timeseries")({
  ...screenRoute("/pool_timeseries", "page", async () => (await import("../screens/timeSeries")).poolSeries),
  component: () => <ScreenPage screen={poolSeries} />,
});
