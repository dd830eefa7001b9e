import { createFileRoute } from "@tanstack/react-router";
import { classScreen } from "../screens/assetClass";
import { ScreenPage } from "../screens/ScreenPage";
import { screenRoute } from "../screens/screenRoute";

export const Route = createFileRoute("/stablecoins")({
  ...screenRoute("/stablecoins", "page", async () =>
    (await import("../screens/assetClass")).classScreen("stablecoins"),
  ),
  component: () => <ScreenPage screen={classScreen("stablecoins")} />,
});
