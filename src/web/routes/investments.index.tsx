import { createFileRoute } from "@tanstack/react-router";
import { investments } from "../screens/lists";
import { ScreenPage } from "../screens/ScreenPage";
import { screenRoute } from "../screens/screenRoute";

export const Route = createFileRoute("/investments/")({
  ...screenRoute("/investments", "table", async () => (await import("../screens/lists")).investments),
  component: () => <ScreenPage screen={investments} />,
});
