import { createFileRoute } from "@tanstack/react-router";
import { ScreenPage } from "../screens/frame/ScreenPage";
import { screenRoute } from "../screens/frame/screenRoute";
import { wormhole } from "../screens/wormhole";

export const Route = createFileRoute("/wormhole")({
  ...screenRoute("/wormhole", "page", async () => (await import("../screens/wormhole")).wormhole),
  component: () => <ScreenPage screen={wormhole} />,
});
