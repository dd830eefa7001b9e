import { createFileRoute } from "@tanstack/react-router";
import { networks } from "../screens/networks";
import { ScreenPage } from "../screens/ScreenPage";
import { screenRoute } from "../screens/screenRoute";

export const Route = createFileRoute("/networks/")({
  ...screenRoute("/networks", "page", async () => (await import("../screens/networks")).networks),
  component: () => <ScreenPage screen={networks} />,
});
