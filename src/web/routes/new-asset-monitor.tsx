import { createFileRoute } from "@tanstack/react-router";
import { ScreenPage } from "../screens/frame/ScreenPage";
import { screenRoute } from "../screens/frame/screenRoute";
import { newAssetMonitor } from "../screens/newAssetMonitor";

export const Route = createFileRoute("/new-asset-monitor")({
  ...screenRoute(
    "/new-asset-monitor",
    "page",
    async () => (await import("../screens/newAssetMonitor")).newAssetMonitor,
  ),
  component: () => <ScreenPage screen={newAssetMonitor} />,
});
