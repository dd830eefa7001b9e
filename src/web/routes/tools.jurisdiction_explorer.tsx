import { createFileRoute } from "@tanstack/react-router";
import { ScreenPage } from "../screens/frame/ScreenPage";
import { screenRoute } from "../screens/frame/screenRoute";
import { jurisdictionExplorer } from "../screens/jurisdictions";

export const Route = createFileRoute("/tools/jurisdiction_explorer")({
  ...screenRoute(
    "/tools/jurisdiction_explorer",
    "place",
    async () => (await import("../screens/jurisdictions")).jurisdictionExplorer,
  ),
  component: () => <ScreenPage screen={jurisdictionExplorer} />,
});
