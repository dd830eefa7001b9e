import { createFileRoute } from "@tanstack/react-router";
import { assetClasses } from "../screens/lists";
import { ScreenPage } from "../screens/ScreenPage";
import { screenRoute } from "../screens/screenRoute";

export const Route = createFileRoute("/asset_classes")({
  ...screenRoute("/asset_classes", "table", async () => (await import("../screens/lists")).assetClasses),
  component: () => <ScreenPage screen={assetClasses} />,
});
