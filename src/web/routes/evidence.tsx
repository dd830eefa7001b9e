import { createFileRoute } from "@tanstack/react-router";
import { evidence } from "../screens/evidence";
import { ScreenPage } from "../screens/frame/ScreenPage";
import { screenRoute } from "../screens/frame/screenRoute";

export const Route = createFileRoute("/evidence")({
  ...screenRoute("/evidence", "table", async () => (await import("../screens/evidence")).evidence),
  component: () => <ScreenPage screen={evidence} />,
});
