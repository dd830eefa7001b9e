import { createFileRoute } from "@tanstack/react-router";
import { classScreen } from "../screens/assetClass";
import { ScreenPage } from "../screens/frame/ScreenPage";
import { screenRoute } from "../screens/frame/screenRoute";

export const Route = createFileRoute("/stablecoins")({
  ...screenRoute("/stablecoins", "page", async () =>
    (await import("../screens/assetClass")).classScreen("stablecoins"),
  ),
  component: () => <ScreenPage screen={classScreen("stablecoins")} />,
});
