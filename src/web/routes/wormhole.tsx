import { createFileRoute } from "@tanstack/react-router";
import { ScreenPage } from "../screens/ScreenPage";
import { screenRoute } from "../screens/screenRoute";
import { wormhole } from "../screens/wormhole";

export const Route = createFileRoute("/wormhole")({
  ...screenRoute("/wormhole", "page", async () => (await import("../screens/wormhole")).wormhole),
  component: () => <ScreenPage screen={wormhole} />,
});
