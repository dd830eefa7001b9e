import { createFileRoute } from "@tanstack/react-router";
import { ScreenPage } from "../screens/frame/ScreenPage";
import { screenRoute } from "../screens/frame/screenRoute";
import { loanSeries } from "../screens/timeSeries";

export const Route = createFileRoute("/loan_timeseries")({
  ...screenRoute("/loan_timeseries", "page", async () => (await import("../screens/timeSeries")).loanSeries),
  component: () => <ScreenPage screen={loanSeries} />,
});
