import { createFileRoute } from "@tanstack/react-router";
import { classScreen } from "../screens/assetClass";
import { ScreenPage } from "../screens/frame/ScreenPage";
import { screenRoute } from "../screens/frame/screenRoute";

export const Route = createFileRoute("/commodities")({
  ...screenRoute("/commodities", "page", async () =>
    (await import("../screens/assetClass")).classScreen("commodities"),
  ),
  component: () => <ScreenPage screen={classScreen("commodities")} />,
});
