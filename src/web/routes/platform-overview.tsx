import { createFileRoute } from "@tanstack/react-router";
import { ScreenPage } from "../screens/frame/ScreenPage";
import { screenRoute } from "../screens/frame/screenRoute";
import { platformOverview } from "../screens/platformOverview";

export const Route = createFileRoute("/platform-overview")({
  ...screenRoute(
    "/platform-overview",
    "contact",
    async () => (await import("../screens/platformOverview")).platformOverview,
  ),
  component: () => <ScreenPage screen={platformOverview} />,
});
