import { createFileRoute } from "@tanstack/react-router";
import { ScreenPage } from "../screens/frame/ScreenPage";
import { screenRoute } from "../screens/frame/screenRoute";
import { platformSeries } from "../screens/timeSeries";

export const Route = createFileRoute("/protocol_timeseries")({
  ...screenRoute(
    "/protocol_timeseries",
    "page",
    async () => (await import("../screens/timeSeries")).platformSeries,
  ),
  component: () => <ScreenPage screen={platformSeries} />,
});
