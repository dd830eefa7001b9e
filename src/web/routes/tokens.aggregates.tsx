import { createFileRoute } from "@tanstack/react-router";
import { tokenAggregates } from "../screens/aggregates";
import { ScreenPage } from "../screens/frame/ScreenPage";
import { screenRoute } from "../screens/frame/screenRoute";

export const Route = createFileRoute("/tokens/aggregates")({
  ...screenRoute(
    "/tokens/aggregates",
    "totals",
    async () => (await import("../screens/aggregates")).tokenAggregates,
  ),
  component: () => <ScreenPage screen={tokenAggregates} />,
});
