import { createFileRoute } from "@tanstack/react-router";
import { ScreenPage } from "../screens/frame/ScreenPage";
import { screenRoute } from "../screens/frame/screenRoute";
import { networks } from "../screens/networks";

export const Route = createFileRoute("/networks/")({
  ...screenRoute("/networks", "page", async () => (await import("../screens/networks")).networks),
  component: () => <ScreenPage screen={networks} />,
});
