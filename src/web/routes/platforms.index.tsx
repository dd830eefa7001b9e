import { createFileRoute } from "@tanstack/react-router";
import { platforms } from "../screens/lists";
import { ScreenPage } from "../screens/ScreenPage";
import { screenRoute } from "../screens/screenRoute";

export const Route = createFileRoute("/platforms/")({
  ...screenRoute("/platforms", "table", async () => (await import("../screens/lists")).platforms),
  component: () => <ScreenPage screen={platforms} />,
});
