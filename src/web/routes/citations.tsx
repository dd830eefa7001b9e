import { createFileRoute } from "@tanstack/react-router";
import { citations } from "../screens/citations";
import { ScreenPage } from "../screens/frame/ScreenPage";
import { screenRoute } from "../screens/frame/screenRoute";

export const Route = createFileRoute("/citations")({
  ...screenRoute("/citations", "table", async () => (await import("../screens/citations")).citations),
  component: () => <ScreenPage screen={citations} />,
});
