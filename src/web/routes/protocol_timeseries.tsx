import { createFileRoute } from "@tanstack/react-router";
import { ScreenPage } from "../screens/ScreenPage";
import { screenRoute } from "../screens/screenRoute";
import { platformSeries } from "../screens/timeSeries";

export const Route = createFileRoute("/protocol_timeseries")({
  ...screenRoute(
    "/protocol_timeseries",
    "page",
    async () => (await import("../screens/timeSeries")).platformSeries,
  ),
  component: () => <ScreenPage screen={platformSeries} />,
});
