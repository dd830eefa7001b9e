import { createFileRoute } from "@tanstack/react-router";
import { classScreen } from "../screens/assetClass";
import { ScreenPage } from "../screens/frame/ScreenPage";
import { screenRoute } from "../screens/frame/screenRoute";

export const Route = createFileRoute("/real-estate")({
  ...screenRoute("/real-estate", "page", async () =>
    (await import("../screens/assetClass")).classScreen("real-estate"),
  ),
  component: () => <ScreenPage screen={classScreen("real-estate")} />,
});
