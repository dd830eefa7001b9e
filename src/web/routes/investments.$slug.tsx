import { createFileRoute } from "@tanstack/react-router";
import { investment } from "../screens/investment";
import { ScreenPage } from "../screens/ScreenPage";
import { screenRoute } from "../screens/screenRoute";

export const Route = createFileRoute("/investments/$slug")({
  ...screenRoute(
    "/investments/:slug",
    "table",
    async () => (await import("../screens/investment")).investment,
  ),
  component: () => <ScreenPage screen={investment} />,
});
