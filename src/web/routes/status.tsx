import { createFileRoute } from "@tanstack/react-router";
import { ScreenPage } from "../screens/frame/ScreenPage";
import { screenRoute } from "../screens/frame/screenRoute";
import { status } from "../screens/status";

export const Route = createFileRoute("/status")({
  ...screenRoute("/status", "table", async () => (await import("../screens/status")).status),
  component: () => <ScreenPage screen={status} />,
});
