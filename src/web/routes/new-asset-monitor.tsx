import { createFileRoute } from "@tanstack/react-router";
import { newAssetMonitor } from "../screens/newAssetMonitor";
import { ScreenPage } from "../screens/ScreenPage";
import { screenRoute } from "../screens/screenRoute";

export const Route = createFileRoute("/new-asset-monitor")({
  ...screenRoute(
    "/new-asset-monitor",
    "page",
    async () => (await import("../screens/newAssetMonitor")).newAssetMonitor,
  ),
  component: () => <ScreenPage screen={newAssetMonitor} />,
});
