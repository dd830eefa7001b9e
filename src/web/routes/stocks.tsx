import { createFileRoute } from "@tanstack/react-router";
import { classScreen } from "../screens/assetClass";
import { ScreenPage } from "../screens/frame/ScreenPage";
import { screenRoute } from "../screens/frame/screenRoute";

export const Route = createFileRoute("/stocks")({
  ...screenRoute("/stocks", "page", async () =>
    (await import("../screens/assetClass")).classScreen("stocks"),
  ),
  component: () => <ScreenPage screen={classScreen("stocks")} />,
});
