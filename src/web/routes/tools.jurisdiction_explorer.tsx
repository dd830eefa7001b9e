import { createFileRoute } from "@tanstack/react-router";
import { jurisdictionExplorer } from "../screens/jurisdictions";
import { ScreenPage } from "../screens/ScreenPage";
import { screenRoute } from "../screens/screenRoute";

export const Route = createFileRoute("/tools/jurisdiction_explorer")({
  ...screenRoute(
    "/tools/jurisdiction_explorer",
    "place",
    async () => (await import("../screens/jurisdictions")).jurisdictionExplorer,
  ),
  component: () => <ScreenPage screen={jurisdictionExplorer} />,
});
