import { createFileRoute } from "@tanstack/react-router";
import { downloads } from "../screens/downloads";
import { ScreenPage } from "../screens/ScreenPage";
import { screenRoute } from "../screens/screenRoute";

export const Route = createFileRoute("/downloads")({
  ...screenRoute("/downloads", "table", async () => (await import("../screens/downloads")).downloads),
  component: () => <ScreenPage screen={downloads} />,
});
