import { createFileRoute } from "@tanstack/react-router";
import { ScreenPage } from "../screens/frame/ScreenPage";
import { screenRoute } from "../screens/frame/screenRoute";
import { tokenCharting } from "../screens/timeSeries";

export const Route = createFileRoute("/tokens/timeseries")({
  ...screenRoute(
    "/tokens/timeseries",
    "page",
    async () => (await import("../screens/timeSeries")).tokenCharting,
  ),
  component: () => <ScreenPage screen={tokenCharting} />,
});
