import { createFileRoute } from "@tanstack/react-router";
import { classScreen } from "../screens/assetClass";
import { ScreenPage } from "../screens/frame/ScreenPage";
import { screenRoute } from "../screens/frame/screenRoute";

export const Route = createFileRoute("/corporate-bonds")({
  ...screenRoute("/corporate-bonds", "page", async () =>
    (await import("../screens/assetClass")).classScreen("corporate-bonds"),
  ),
  component: () => <ScreenPage screen={classScreen("corporate-bonds")} />,
});
