import { createFileRoute } from "@tanstack/react-router";
import { classScreen } from "../screens/assetClass";
import { ScreenPage } from "../screens/frame/ScreenPage";
import { screenRoute } from "../screens/frame/screenRoute";

export const Route = createFileRoute("/government-bonds")({
  ...screenRoute("/government-bonds", "page", async () =>
    (await import("../screens/assetClass")).classScreen("government-bonds"),
  ),
  component: () => <ScreenPage screen={classScreen("government-bonds")} />,
});
