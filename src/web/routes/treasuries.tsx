import { createFileRoute } from "@tanstack/react-router";
import { classScreen } from "../screens/assetClass";
import { ScreenPage } from "../screens/frame/ScreenPage";
import { screenRoute } from "../screens/frame/screenRoute";

export const Route = createFileRoute("/treasuries")({
  ...screenRoute("/treasuries", "page", async () =>
    (await import("../screens/assetClass")).classScreen("treasuries"),
  ),
  component: () => <ScreenPage screen={classScreen("treasuries")} />,
});
