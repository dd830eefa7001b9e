import { createFileRoute } from "@tanstack/react-router";
import { assetAggregates } from "../screens/aggregates";
import { ScreenPage } from "../screens/frame/ScreenPage";
import { screenRoute } from "../screens/frame/screenRoute";

export const Route = createFileRoute("/assets/aggregates")({
  ...screenRoute(
    "/assets/aggregates",
    "totals",
    async () => (await import("../screens/aggregates")).assetAggregates,
  ),
  component: () => <ScreenPage screen={assetAggregates} />,
});
