import { createFileRoute } from "@tanstack/react-router";
import { downloads } from "../screens/downloads";
import { ScreenPage } from "../screens/frame/ScreenPage";
import { screenRoute } from "../screens/frame/screenRoute";

export const Route = createFileRoute("/downloads")({
  ...screenRoute("/downloads", "table", async () => (await import("../screens/downloads")).downloads),
  component: () => <ScreenPage screen={downloads} />,
});
