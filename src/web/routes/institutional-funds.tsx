import { createFileRoute } from "@tanstack/react-router";
import { classScreen } from "../screens/assetClass";
import { ScreenPage } from "../screens/frame/ScreenPage";
import { screenRoute } from "../screens/frame/screenRoute";

export const Route = createFileRoute("/institutional-funds")({
  ...screenRoute("/institutional-funds", "page", async () =>
    (await import("../screens/assetClass")).classScreen("institutional-funds"),
  ),
  component: () => <ScreenPage screen={classScreen("institutional-funds")} />,
});
