import { createFileRoute } from "@tanstack/react-router";
import { managers } from "../screens/lists";
import { ScreenPage } from "../screens/ScreenPage";
import { screenRoute } from "../screens/screenRoute";

export const Route = createFileRoute("/managers/")({
  ...screenRoute("/managers", "table", async () => (await import("../screens/lists")).managers),
  component: () => <ScreenPage screen={managers} />,
});
