import { createFileRoute } from "@tanstack/react-router";
import { ScreenPage } from "../screens/frame/ScreenPage";
import { screenRoute } from "../screens/frame/screenRoute";
import { investment } from "../screens/investment";

export const Route = createFileRoute("/investments/$slug")({
  ...screenRoute(
    "/investments/:slug",
    "table",
    async () => (await import("../screens/investment")).investment,
  ),
  component: () => <ScreenPage screen={investment} />,
});
