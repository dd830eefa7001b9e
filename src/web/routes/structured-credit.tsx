import { createFileRoute } from "@tanstack/react-router";
import { classScreen } from "../screens/assetClass";
import { ScreenPage } from "../screens/frame/ScreenPage";
import { screenRoute } from "../screens/frame/screenRoute";

export const Route = createFileRoute("/structured-credit")({
  ...screenRoute("/structured-credit", "page", async () =>
    (await import("../screens/assetClass")).classScreen("structured-credit"),
  ),
  component: () => <ScreenPage screen={classScreen("structured-credit")} />,
});
