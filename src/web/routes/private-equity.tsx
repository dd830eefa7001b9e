import { createFileRoute } from "@tanstack/react-router";
import { classScreen } from "../screens/assetClass";
import { ScreenPage } from "../screens/frame/ScreenPage";
import { screenRoute } from "../screens/frame/screenRoute";

export const Route = createFileRoute("/private-equity")({
  ...screenRoute("/private-equity", "page", async () =>
    (await import("../screens/assetClass")).classScreen("private-equity"),
  ),
  component: () => <ScreenPage screen={classScreen("private-equity")} />,
});
