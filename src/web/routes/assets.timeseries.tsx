import { createFileRoute } from "@tanstack/react-router";
import { ScreenPage } from "../screens/frame/ScreenPage";
import { screenRoute } from "../screens/frame/screenRoute";
import { assetCharting } from "../screens/timeSeries";

export const Route = createFileRoute("/assets/timeseries")({
  ...screenRoute(
    "/assets/timeseries",
    "page",
    async () => (await import("../screens/timeSeries")).assetCharting,
  ),
  component: () => <ScreenPage screen={assetCharting} />,
});
