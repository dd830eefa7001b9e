import { createFileRoute } from "@tanstack/react-router";
import { platformOverview } from "../screens/platformOverview";
import { ScreenPage } from "../screens/ScreenPage";
import { screenRoute } from "../screens/screenRoute";

export const Route = createFileRoute("/platform-overview")({
  ...screenRoute(
    "/platform-overview",
    "table",
    async () => (await import("../screens/platformOverview")).platformOverview,
  ),
  component: () => <ScreenPage screen={platformOverview} />,
});
