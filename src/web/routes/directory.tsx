import { createFileRoute } from "@tanstack/react-router";
import { directory } from "../screens/directory";
import { ScreenPage } from "../screens/frame/ScreenPage";
import { screenRoute } from "../screens/frame/screenRoute";

export const Route = createFileRoute("/directory")({
  ...screenRoute("/directory", "table", async () => (await import("../screens/directory")).directory),
  component: () => <ScreenPage screen={directory} />,
});
